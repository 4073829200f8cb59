import type { Queries } from './database.ts'
import { isUniqueViolation } from './violations.ts'

/** The tables whose rows are leases. */
export type LeaseTable = 'leases' | 'login_attempts'

/** A row that a process holds until a time in epoch ms. */
export interface Lease {
  readonly key: string
  readonly expiresAt: number
}

/** A lease that may not exist yet. */
export interface MaybeLease {
  readonly key: string
  readonly expiresAt: number | undefined
}

/** Reads leases in the order of the keys. */
export const readLeases = async (
  queries: Queries,
  table: LeaseTable,
  keys: readonly string[],
): Promise<MaybeLease[]> => {
  const rows = await queries.selectFrom(table).select(['key', 'expires_at']).where('key', 'in', keys).execute()
  const ends = new Map(rows.map(({ key, expires_at: end }) => [key, end]))
  return keys.map((key) => ({ key, expiresAt: ends.get(key) }))
}

/** Takes a lease that looked free; false if another process was faster. */
export const claimLease = async (
  queries: Queries,
  table: LeaseTable,
  { key, expiresAt }: MaybeLease,
  until: number,
): Promise<boolean> => {
  if (expiresAt === undefined) return addLease(queries, table, { key, expiresAt: until })
  const { numUpdatedRows } = await queries
    .updateTable(table)
    .set({ expires_at: until })
    .where('key', '=', key)
    .where('expires_at', '=', expiresAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const addLease = async (queries: Queries, table: LeaseTable, { key, expiresAt }: Lease): Promise<boolean> => {
  try {
    await queries.insertInto(table).values({ key, expires_at: expiresAt }).execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Releases a lease, unless another process holds it now. */
export const releaseLease = async (queries: Queries, table: LeaseTable, { key, expiresAt }: Lease): Promise<void> => {
  await queries.deleteFrom(table).where('key', '=', key).where('expires_at', '=', expiresAt).execute()
}

/** Deletes leases of any holder. */
export const deleteLeases = async (queries: Queries, table: LeaseTable, keys: readonly string[]): Promise<void> => {
  await queries.deleteFrom(table).where('key', 'in', keys).execute()
}

import type { Queries } from '../db/database.ts'
import { isUniqueViolation } from '../db/is-unique-violation.ts'

/** A row of a limiter: held until a time in epoch ms. */
export interface Slot {
  readonly key: string
  readonly expiresAt: number
}

/** A row of a limiter that may not be there yet. */
export interface MaybeSlot {
  readonly key: string
  readonly expiresAt: number | undefined
}

/** Reads slots in the order of the keys. */
export const readSlots = async (queries: Queries, keys: readonly string[]): Promise<MaybeSlot[]> => {
  const rows = await queries.selectFrom('rate_limits').select(['key', 'expires_at']).where('key', 'in', keys).execute()
  const ends = new Map(rows.map(({ key, expires_at: end }) => [key, end]))
  return keys.map((key) => ({ key, expiresAt: ends.get(key) }))
}

/** Takes a slot that looked free; false when somebody else was faster. */
export const claimSlot = async (queries: Queries, { key, expiresAt }: MaybeSlot, until: number): Promise<boolean> => {
  if (expiresAt === undefined) return addSlot(queries, key, until)
  const { numUpdatedRows } = await queries
    .updateTable('rate_limits')
    .set({ expires_at: until })
    .where('key', '=', key)
    .where('expires_at', '=', expiresAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const addSlot = async (queries: Queries, key: string, until: number): Promise<boolean> => {
  try {
    await queries.insertInto('rate_limits').values({ key, points: 1, expires_at: until }).execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Gives a slot back, unless it is somebody else's by now. */
export const freeSlot = async (queries: Queries, { key, expiresAt }: Slot): Promise<void> => {
  await queries.deleteFrom('rate_limits').where('key', '=', key).where('expires_at', '=', expiresAt).execute()
}

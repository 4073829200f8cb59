import type { Queries, Reader } from '../database/database.ts'
import { deleteRow, engineOf, insertRow, upsert, writesOne } from '../database/dialects.ts'

/** A part of a month's verifications, reserved for one run. */
export interface Reservation {
  readonly id: string
  readonly userId: string
  readonly month: string
}

type Month = Pick<Reservation, 'userId' | 'month'>

const SOME = 100

/** Reserves an amount of a month's limit, all of it or nothing; returns true if it fits. -1 means no limit. Call it in a transaction. */
export const reserve = async (
  queries: Queries,
  { userId, month }: Month,
  { count, limit }: { readonly count: number; readonly limit: number },
): Promise<boolean> => {
  const row = { user_id: userId, month, reserved: 0, verified: 0 }
  // Locks the row even if it does not exist, because reading first and locking later could deadlock.
  await upsert(queries, engineOf(queries), 'verification_months', ['user_id', 'month'], row, { user_id: userId })
  // One statement checks and reserves, so that no other transaction comes in between.
  return writesOne(
    queries
      .updateTable('verification_months')
      .set((old) => ({ reserved: old('reserved', '+', count) }))
      .where('user_id', '=', userId)
      .where('month', '=', month)
      .$if(limit >= 0, (query) => query.where((old) => old(old('reserved', '+', count), '<=', limit))),
  )
}

/** Returns the used part of a month's limit. */
export const readMonth = async (queries: Reader, { userId, month }: Month): Promise<{ readonly reserved: number }> =>
  (await queries
    .selectFrom('verification_months')
    .select('reserved')
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .executeTakeFirst()) ?? { reserved: 0 }

/** Records the reservation of a run. */
export const addRun = (
  queries: Queries,
  { id, userId, month }: Reservation,
  { count, until }: { readonly count: number; readonly until: number },
): Promise<void> =>
  insertRow(queries, 'verification_runs', { id, user_id: userId, month, asked: count, done: 0, expires_at: until })

/**
 * Counts stored results of a run. If the run was ended as abandoned, its reservation was returned, so the results are reserved again: every
 * verified address counts. Call it in the transaction that stores the results.
 */
export const countDone = async (
  queries: Queries,
  { id, userId, month }: Reservation,
  { count, until }: { readonly count: number; readonly until: number },
): Promise<void> => {
  const isOpen = await writesOne(
    queries
      .updateTable('verification_runs')
      .set((old) => ({ done: old('done', '+', count), expires_at: until }))
      .where('id', '=', id),
  )
  const again = isOpen ? 0 : count
  await queries
    .updateTable('verification_months')
    .set((old) => ({ verified: old('verified', '+', count), reserved: old('reserved', '+', again) }))
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .execute()
}

/**
 * Ends an open run and returns its unused addresses to the month's limit; with `before`, only if the run's lease expired before that time.
 */
export const endRun = async (queries: Queries, { id, userId, month }: Reservation, before?: number): Promise<void> => {
  const over = queries
    .selectFrom('verification_runs')
    .select(['asked', 'done'])
    .where('id', '=', id)
    .$if(before !== undefined, (query) => query.where('expires_at', '<', before ?? 0))
  // MySQL reads the latest commits only with a lock.
  const run = await (engineOf(queries) === 'mysql' ? over.forUpdate() : over).executeTakeFirst()
  if (run === undefined) return
  await deleteRow(queries, 'verification_runs', id)
  const unused = Math.max(0, run.asked - run.done)
  if (unused === 0) return
  await queries
    .updateTable('verification_months')
    .set((old) => ({ reserved: old('reserved', '-', unused) }))
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .execute()
}

/** Lists runs without activity for a long time. */
export const runsOver = async (queries: Reader, now: number): Promise<Reservation[]> => {
  const rows = await queries
    .selectFrom('verification_runs')
    .select(['id', 'user_id', 'month'])
    .where('expires_at', '<', now)
    .orderBy('expires_at')
    .limit(SOME)
    .execute()
  return rows.map(({ id, user_id, month }) => ({ id, userId: user_id, month }))
}

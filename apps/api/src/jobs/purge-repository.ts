import type { Connections, Queries, Reader } from '../database/database.ts'
import { BATCH, deleteOutdated, repeatUntilNone } from '../database/delete-in-batches.ts'
import { engineOf } from '../database/dialects.ts'
import type { RunTable } from '../schema.ts'

type OldRun = Pick<RunTable, 'user_id' | 'id' | 'tool' | 'created_at'>

// The number of users in one step. There is no index of runs by time only, because every run would have to write it.
const USERS = 100

const usersAfter = async (queries: Reader, id: string): Promise<string[]> => {
  const rows = await queries.selectFrom('users').select('id').where('id', '>', id).orderBy('id').limit(USERS).execute()
  return rows.map((row) => row.id)
}

const oldRunsOf = (queries: Reader, users: readonly string[], before: number): Promise<OldRun[]> =>
  queries
    .selectFrom('runs')
    .select(['user_id', 'id', 'tool', 'created_at'])
    .where('user_id', 'in', users)
    .where('created_at', '<', before)
    .orderBy('user_id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()

const noteUsedTools = async (queries: Queries, runs: readonly OldRun[]): Promise<void> => {
  const used = new Map(runs.map(({ user_id, tool }) => [`${user_id} ${tool}`, { user_id, tool }]))
  const insert = queries.insertInto('used_tools').values([...used.values()])
  await (engineOf(queries) === 'mysql' ? insert.ignore() : insert.onConflict((on) => on.doNothing())).execute()
}

// Deletes runs, one user at a time and only up to that user's last old run, so that each statement reads only rows that it deletes.
const deleteRuns = async (queries: Queries, runs: readonly OldRun[]): Promise<void> => {
  for (const userId of new Set(runs.map((run) => run.user_id))) {
    const own = runs.filter((run) => run.user_id === userId)
    await queries
      .deleteFrom('runs')
      .where('user_id', '=', userId)
      .where('created_at', '<=', own.at(-1)?.created_at ?? 0)
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
  }
}

/** Deletes runs before a time, but keeps their tools. */
export const deleteOldRuns = async (
  { queries, writer }: Connections,
  before: number,
  signal?: AbortSignal,
): Promise<void> => {
  for (let after = ''; ;) {
    const users = await usersAfter(queries, after)
    const last = users.at(-1)
    if (last === undefined || signal?.aborted) return
    await repeatUntilNone(async () => {
      const runs = await oldRunsOf(queries, users, before)
      if (runs.length === 0) return 0
      // The tools are recorded first, so that no data is lost if the process ends in between, or if two processes do the same.
      await noteUsedTools(writer, runs)
      await deleteRuns(writer, runs)
      return runs.length
    }, signal)
    after = last
  }
}

/** Deletes the daily counters from before a UTC day. */
export const deleteOldUsage = ({ queries, writer }: Connections, day: string, signal?: AbortSignal): Promise<void> =>
  repeatUntilNone(async () => {
    const old = await queries
      .selectFrom('usage_counters')
      .select(['user_id', 'day'])
      .where('day', '<', day)
      .orderBy('day')
      .orderBy('user_id')
      .limit(BATCH)
      .execute()
    const oldest = old[0]?.day
    if (oldest === undefined) return 0
    const users = new Set(old.filter((row) => row.day === oldest).map((row) => row.user_id))
    await writer
      .deleteFrom('usage_counters')
      .where('user_id', 'in', [...users])
      .where('day', '=', oldest)
      .execute()
    return old.length
  }, signal)

const deleteReads = ({ queries, writer }: Connections, notificationId: string, signal?: AbortSignal): Promise<void> =>
  repeatUntilNone(async () => {
    const reads = await queries
      .selectFrom('notification_reads')
      .select('user_id')
      .where('notification_id', '=', notificationId)
      .limit(BATCH)
      .execute()
    if (reads.length === 0) return 0
    const users = reads.map((row) => row.user_id)
    await writer
      .deleteFrom('notification_reads')
      .where('user_id', 'in', users)
      .where('notification_id', '=', notificationId)
      .execute()
    return reads.length
  }, signal)

/** Deletes notifications that expired before a time. */
export const deleteOldNotifications = async (
  database: Connections,
  before: number,
  signal?: AbortSignal,
): Promise<void> => {
  const old = await database.queries.selectFrom('notifications').select('id').where('expires_at', '<', before).execute()
  // Every user may have read a notification, so deleting it in one statement would delete very many read marks.
  for (const { id } of old) await deleteReads(database, id, signal)
  if (signal?.aborted) return
  await deleteOutdated(database, { table: 'notifications', key: 'id', column: 'expires_at', before }, signal)
}

/** Deletes the recorded minutes before a minute, except the latest of them, which shows that the service was already running. */
export const deleteOldMinutes = async (database: Connections, minute: number, signal?: AbortSignal): Promise<void> => {
  const last = await database.queries
    .selectFrom('heartbeats')
    .select('minute')
    .where('minute', '<', minute)
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = last?.minute
  if (before !== undefined)
    await deleteOutdated(database, { table: 'heartbeats', key: 'minute', column: 'minute', before }, signal)
}

import { sql } from 'kysely'
import { MINUTE } from '../clock.ts'
import type { Database, Queries, Reader } from '../database/database.ts'
import { upsert } from '../database/dialects.ts'
import { countOf, findLastBackup } from '../database/shared.ts'
import { MOST_TRIES } from '../mail/outbox.ts'

/** Counts queued mail and uploaded files, and finds the last backup, for the metrics. */
export const readCounts = async (queries: Reader) => {
  const unsent = queries.selectFrom('outbox').where('sent_at', 'is', null)
  const stored = await queries
    .selectFrom('storage_objects')
    .select([sql<number | string | null>`sum(size)`.as('bytes'), sql<number | bigint>`count(*)`.as('objects')])
    .executeTakeFirstOrThrow()
  return {
    waiting: await countOf(unsent.where('attempts', '<', MOST_TRIES)),
    failed: await countOf(unsent.where('attempts', '>=', MOST_TRIES)),
    bytes: Number(stored.bytes ?? 0),
    objects: Number(stored.objects),
    lastBackup: ((await findLastBackup(queries)) ?? 0) / 1000,
  }
}

/** A running process of the service. */
export interface ServiceProcess {
  /** Its host and process id. */
  readonly name: string
  readonly version: string
  /** Digests of the settings that all processes must share, by name. */
  readonly settings: Readonly<Record<string, string>>
}

/** A process whose row has not expired. */
export interface NotedProcess extends ServiceProcess {
  /** The milliseconds by which its clock is ahead of the database's. */
  readonly ahead: number
  /** The milliseconds since its last sign of life. */
  readonly age: number
}

/** A process counts as running for this time after its last sign of life, which it gives every minute. */
const PROCESS_LIFETIME = 2.5 * MINUTE

/** Returns the time of the database's machine in epoch milliseconds, to the second: all processes share it, but not their own clocks. */
export const readDatabaseTime = async (queries: Reader, engine: Database['engine']): Promise<number> => {
  const seconds = engine === 'mysql' ? sql`unix_timestamp()` : sql`unixepoch()`
  const { rows } = await sql<{ now: number | bigint }>`select ${seconds} as now`.execute(queries)
  return Number(rows[0]?.now) * 1000
}

/** Records that a process is running, by its own clock, and removes processes whose rows have expired. */
export const noteProcess = async (
  { writer, queries, engine }: Pick<Database, 'writer' | 'queries' | 'engine'>,
  { name, version, settings }: ServiceProcess,
  now: number,
): Promise<void> => {
  const time = await readDatabaseTime(queries, engine)
  const changes = {
    expires_at: time + PROCESS_LIFETIME,
    version,
    settings: JSON.stringify({ settings, ahead: now - time }),
  }
  await upsert(writer, engine, 'service_processes', ['key'], { key: name, ...changes }, changes)
  await writer.deleteFrom('service_processes').where('expires_at', '<=', time).execute()
}

/** Records that a process has stopped. */
export const forgetProcess = (queries: Queries, name: string) =>
  queries.deleteFrom('service_processes').where('key', '=', name).execute()

/** Lists the running processes, by the time of the database. */
export const listProcesses = async (queries: Reader, time: number): Promise<readonly NotedProcess[]> => {
  const running = queries.selectFrom('service_processes').selectAll().where('expires_at', '>', time).orderBy('key')
  return (await running.execute()).map(({ key: name, version, settings, expires_at }) => ({
    name,
    version,
    // Only noteProcess writes this column.
    ...(JSON.parse(settings) as Pick<NotedProcess, 'settings' | 'ahead'>),
    age: time - (expires_at - PROCESS_LIFETIME),
  }))
}

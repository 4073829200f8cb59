import { sql } from 'kysely'
import type { Database, Queries, Reader } from '../database/database.ts'
import { upsert } from '../database/dialects.ts'
import { countOf } from '../database/shared.ts'
import { MOST_TRIES } from '../mail/outbox.ts'

/** Counts queued mail and uploaded files, for the metrics. */
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

/** Records that a process is running, until a time. */
export const noteProcess = (
  { writer, engine }: Pick<Database, 'writer' | 'engine'>,
  { name, version, settings }: ServiceProcess,
  until: number,
): Promise<void> => {
  const changes = { expires_at: until, version, settings: JSON.stringify(settings) }
  return upsert(writer, engine, 'service_processes', ['key'], { key: name, ...changes }, changes)
}

/** Records that a process has stopped. */
export const forgetProcess = (queries: Queries, name: string) =>
  queries.deleteFrom('service_processes').where('key', '=', name).execute()

/** Lists the running processes. */
export const listProcesses = async (queries: Reader, now: number): Promise<readonly ServiceProcess[]> => {
  const running = queries.selectFrom('service_processes').selectAll().where('expires_at', '>', now).orderBy('key')
  return (await running.execute()).map(({ key: name, version, settings }) => ({
    name,
    version,
    // Only noteProcess writes this column.
    settings: JSON.parse(settings) as ServiceProcess['settings'],
  }))
}

import type { QueryOf } from '@netbox/contract'
import { severities, type UncountedRun } from '@netbox/core'
import { DAY } from '../clock.ts'
import { type Consumed, consumeUsage } from '../database/consume-usage.ts'
import type { Queries, Reader } from '../database/database.ts'
import { engineOf, insertIgnore, upsert } from '../database/dialects.ts'
import { contains, countOf, keptInput, worldId, worldOfRun } from '../database/shared.ts'
import type { RunTable, WorldDocumentTable } from '../schema.ts'

/** A run to count and record. */
export interface CountedRun {
  /** UTC day, `2026-11-20`. */
  readonly day: string
  /** The daily limit of the tool. */
  readonly limit: number
  readonly record: StoredRun
}

/** The stored record of a run. */
export interface StoredRun {
  readonly row: RunTable
  readonly document: WorldDocumentTable | undefined
}

/** Returns the record of a run, without its result, which a replay computes again. `ranAt` is the end of the run. */
export const recordOf = (
  run: UncountedRun,
  { id, userId, ranAt, now }: { id: string; userId: string; ranAt: number; now: number },
): StoredRun => {
  const { tool, input, seed, scenario, at, verdict } = run
  const { severity, sentence } = verdict
  const text = run.world === undefined ? undefined : JSON.stringify(run.world)
  const document =
    text === undefined ? undefined : { id: worldId(userId, text), user_id: userId, document: text, used_at: now }
  const asked = { tool, input: keptInput(input), seed, scenario, world: document?.id ?? null, at }
  return { row: { id, user_id: userId, ...asked, severity, sentence, created_at: ranAt }, document }
}

/** Returns the number of bytes that a record adds to the database: a known document adds none. */
export const bytesOf = async (queries: Reader, { row, document }: StoredRun): Promise<number> => {
  const { input, seed, scenario, sentence } = row
  const bytes = Buffer.byteLength(input + seed + scenario + sentence)
  if (document === undefined) return bytes
  const known = await queries
    .selectFrom('world_documents')
    .select('id')
    .where('id', '=', document.id)
    .executeTakeFirst()
  return known === undefined ? bytes + Buffer.byteLength(document.document) : bytes
}

const keepDocument = async (queries: Queries, { document }: StoredRun): Promise<void> => {
  if (document === undefined) return
  const { used_at } = document
  await upsert(queries, engineOf(queries), 'world_documents', ['id'], document, { used_at })
}

/**
 * Counts a run and records it if its limit allows that. Call it inside a transaction, so that a run is both counted and recorded, or
 * neither.
 */
export const countRun = async (queries: Queries, { day, limit, record }: CountedRun): Promise<Consumed> => {
  const { row } = record
  const consumed = await consumeUsage(queries, { userId: row.user_id, tool: row.tool, day, limit })
  if (!consumed.granted) return consumed
  await queries.insertInto('runs').values(row).execute()
  await keepDocument(queries, record)
  return consumed
}

/** Counts and records a reported run, once: a second report of it finds its row. Call it inside a transaction. */
export const countReported = async (
  queries: Queries,
  { day, limit, record }: CountedRun,
): Promise<'recorded' | 'known' | 'refused'> => {
  const { row } = record
  // The row comes first, so that one of two concurrent reports waits here for the other.
  if (!(await insertIgnore(queries, engineOf(queries), 'runs', row))) return 'known'
  const consumed = await consumeUsage(queries, { userId: row.user_id, tool: row.tool, day, limit })
  if (consumed.granted) {
    await keepDocument(queries, record)
    return 'recorded'
  }
  await queries
    .deleteFrom('runs')
    .where('user_id', '=', row.user_id)
    .where('created_at', '=', row.created_at)
    .where('id', '=', row.id)
    .execute()
  return 'refused'
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const found = (queries: Reader, userId: string, { q, tool, severity, scenario, from, to }: QueryOf<'runs.list'>) => {
  let rows = queries.selectFrom('runs').where('user_id', '=', userId)
  if (from !== undefined) rows = rows.where('created_at', '>=', startOf(from))
  if (to !== undefined) rows = rows.where('created_at', '<', startOf(to) + DAY)
  if (tool !== undefined) rows = rows.where('tool', '=', tool)
  // The severities are in order, worst first: this keeps the given severity and the worse ones.
  if (severity !== undefined) rows = rows.where('severity', 'in', severities.slice(0, severities.indexOf(severity) + 1))
  if (scenario !== undefined) rows = rows.where(contains('scenario', scenario))
  if (q === '') return rows
  const columns = ['input', 'sentence', 'seed', 'scenario'] as const
  return rows.where((row) => row.or(columns.map((column) => contains(column, q))))
}

/** Lists some of a user's runs, newest first. */
export const listRuns = (queries: Reader, userId: string, wanted: QueryOf<'runs.list'>) =>
  found(queries, userId, wanted)
    .select(['id', 'tool', 'input', 'seed', 'scenario', 'at', 'severity', 'sentence', 'created_at'])
    .select(worldOfRun().as('world'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset((wanted.page - 1) * wanted.limit)
    .execute()

/** Counts the runs of a user that match a search. */
export const countRuns = (queries: Reader, userId: string, wanted: QueryOf<'runs.list'>): Promise<number> =>
  countOf(found(queries, userId, wanted))

/** Counts all runs of a user, and returns the time of the oldest. */
export const allRuns = async (queries: Reader, userId: string) => {
  const { total, since } = await queries
    .selectFrom('runs')
    .select(({ fn }) => [fn.countAll().as('total'), fn.min<number | null>('created_at').as('since')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { total: Number(total), since: since ?? undefined }
}

/** Returns the number of a user's runs on a UTC day, by tool. */
export const usageOn = async (queries: Reader, userId: string, day: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await queries
    .selectFrom('usage_counters')
    .select(['tool', 'used'])
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ tool, used }) => [tool, used]))
}

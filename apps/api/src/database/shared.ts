import { severities } from '@netbox/core'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { digest } from '../random.ts'
import type { Reader } from './database.ts'
import type { ServiceControlTable } from '../schema.ts'

const ESCAPE = '!'

// Returns the `like` pattern of a search, whose text is matched literally.
const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[!%_]/g, `${ESCAPE}$&`)}%`

/** Returns a condition that a column contains a text, ignoring case. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${patternOf(text)} escape ${sql.lit(ESCAPE)}`

/** Counts the rows that a query finds. */
export const countOf = async <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> => {
  const { total } = await query
    .select(sql<number | bigint>`count(*)`.as('total'))
    .$castTo<{ readonly total: number | bigint }>()
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the services that admins can switch off, by name. */
export const listServices = (queries: Reader): Promise<ServiceControlTable[]> =>
  queries.selectFrom('service_controls').selectAll().orderBy('service_name').execute()

// The maximum length of a stored input. An input may be the headers of a whole message, but views show only its beginning.
const KEPT_INPUT = 2000

/** Cuts the input of a run to the stored length, never inside a character. */
export const keptInput = (input: string): string => input.slice(0, KEPT_INPUT).replace(/\p{Surrogate}$/u, '')

/** Returns whether the stored input is certainly complete: a text of the maximum length may have been cut. */
export const isWhole = (kept: string): boolean => kept.length < KEPT_INPUT - 1

/** Returns the id of a user's world document: the hash of both. */
export const worldId = (userId: string, document: string): string => digest(`${userId} ${document}`)

/** Returns the world document of a row of `runs`, as JSON. */
export const worldOfRun = () =>
  sql<string | null>`(select document from world_documents where world_documents.id = runs.world)`

/** Counts a user's runs after a given time, by time span and severity; `start` is the start of a span. */
export const runsBySpan = async (queries: Reader, userId: string, span: number, since: number) => {
  const start = sql<number>`created_at - created_at % ${sql.lit(span)}`
  const rows = await queries
    .selectFrom('runs')
    .select(({ fn }) => [start.as('start'), 'severity', fn.countAll().as('runs')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .groupBy([start, 'severity'])
    .orderBy('start')
    .execute()
  return rows.map(({ severity, runs, ...row }) => ({
    ...row,
    severity: severities.find((known) => known === severity),
    runs: Number(runs),
  }))
}

/** Returns the time of the last verified backup, in epoch milliseconds; undefined if there is none. */
export const findLastBackup = async (queries: Reader): Promise<number | undefined> => {
  const made = queries.selectFrom('audit_log').select('created_at').where('action', '=', 'backup.create')
  return (await made.orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.created_at
}

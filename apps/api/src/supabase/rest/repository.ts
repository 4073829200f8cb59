import { sql, type SqlBool } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Reader } from '../../database/database.ts'
import { isoTime } from '../../clock.ts'
import { toUuid } from '../../random.ts'
import type { RestQuery } from './read-query.ts'
import type { ColumnKind, RestTable } from './tables-repository.ts'
import { countOf } from '../../database/shared.ts'

type Stored = string | number | null

const show = (kind: ColumnKind | undefined, value: Stored): unknown => {
  if (value === null) return null
  if (kind === 'id') return toUuid(String(value))
  if (kind === 'time') return isoTime(Number(value))
  return kind === 'flag' ? value === 1 : value
}

const matching = (queries: Reader, table: RestTable, { filters }: RestQuery, caller: Caller, now: number) => {
  const visible = table.visible(caller, now)
  let rows = queries.selectFrom(table.name)
  if (typeof visible === 'function') rows = rows.where(visible)
  else if (!visible) rows = rows.where(sql<SqlBool>`1 = 0`)
  for (const [column, value] of filters) rows = rows.where(sql<SqlBool>`${sql.ref(column)} = ${value}`)
  return rows
}

/** Reads the rows of a query that the caller may see, with the columns in the clients' form. */
export const selectRows = async (
  queries: Reader,
  table: RestTable,
  query: RestQuery,
  caller: Caller,
  now: number,
): Promise<Record<string, unknown>[]> => {
  let found = matching(queries, table, query, caller, now)
    .select(query.columns.map((column) => sql.ref<Stored>(column).as(column)))
    .limit(query.limit)
    .offset(query.offset)
  for (const { column, isDescending, isNullLast } of query.order)
    found = found
      .orderBy(sql`case when ${sql.ref(column)} is null then 1 else 0 end`, isNullLast ? 'asc' : 'desc')
      .orderBy(sql.ref(column), isDescending ? 'desc' : 'asc')
  const rows = await found.orderBy('id').execute()
  return rows.map((row) =>
    Object.fromEntries(query.columns.map((column) => [column, show(table.columns[column], row[column] ?? null)])),
  )
}

/** Counts the rows of a query that the caller may see, on all pages. */
export const countRows = (
  queries: Reader,
  table: RestTable,
  query: RestQuery,
  caller: Caller,
  now: number,
): Promise<number> => countOf(matching(queries, table, query, caller, now))

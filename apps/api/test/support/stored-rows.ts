import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'

/** Returns all stored data: the rows of each table, as JSON. */
export const storedRows = async ({ engine, queries }: Database): Promise<ReadonlyMap<string, string>> => {
  const list =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = database()`
  const { rows } = await list.execute(queries)
  const texts = rows.map(async ({ name }) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(queries)
    const text = JSON.stringify(found.rows, (_, cell: unknown) => (typeof cell === 'bigint' ? String(cell) : cell))
    return [name, text] as const
  })
  return new Map(await Promise.all(texts))
}

import { sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/random.ts'

/** Adds a user with only the required columns, and returns their id. */
export const addUser = async (database: Database): Promise<string> => {
  const id = newId()
  const email = `${id}@example.com`
  await database.writer
    .insertInto('users')
    .values({ id, email, email_key: email, password_hash: '-', confirmed_at: 0, created_at: 0 })
    .execute()
  return id
}

/** A row of `runs` without id, user and time. */
export const runRow = {
  tool: 'mx-record',
  input: 'a',
  seed: 's',
  scenario: 'random',
  world: null,
  at: 'now',
  severity: 'pass',
  sentence: 'b',
}

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

import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { migrations } from './migrations/migrations.ts'
import type { Schema } from './schema.ts'

/** MySQL's and MariaDB's own binary collations, then one that both have but that ignores trailing spaces. */
const COLLATIONS = ['utf8mb4_0900_bin', 'utf8mb4_nopad_bin', 'utf8mb4_bin']

const findCollation = async (queries: Kysely<Schema>): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select collation_name as name from information_schema.collations
    where collation_name in (${sql.join(COLLATIONS)})`.execute(queries)
  return COLLATIONS.find((name) => rows.some((row) => row.name === name)) ?? 'utf8mb4_bin'
}

/** Migrates the tables to the latest version. Throws the error of a failed migration. */
export const migrate = async (
  queries: Kysely<Schema>,
  engine: Database['engine'],
  { clock, log }: DatabaseOptions,
): Promise<void> => {
  const collation = engine === 'mysql' ? await findCollation(queries) : 'binary'
  const provider = { getMigrations: async () => migrations({ engine, collation, now: clock?.now() ?? 0 }) }
  const { error, results } = await new Migrator({ db: queries, provider }).migrateToLatest()
  for (const { migrationName, status } of results ?? []) {
    if (status === 'Error') log?.warn({ migration: migrationName }, 'A migration failed')
  }
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The migrations failed', { cause: error })
}

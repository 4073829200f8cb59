import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { migrations } from './migrations/migrations.ts'
import type { Schema } from './schema.ts'

/** Brings the tables up to date. Throws what went wrong. */
export const migrate = async (
  queries: Kysely<Schema>,
  engine: Database['engine'],
  { clock, log }: DatabaseOptions,
): Promise<void> => {
  const provider = { getMigrations: async () => migrations({ engine, now: clock?.now() ?? 0 }) }
  const { error, results } = await new Migrator({ db: queries, provider }).migrateToLatest()
  for (const { migrationName, status } of results ?? []) {
    if (status === 'Error') log?.warn({ migration: migrationName }, 'A migration failed')
  }
  if (error !== undefined) throw error
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type, type MigrationContext } from './create-table.ts'

// Each step looks first: on MySQL every statement commits by itself, and a process may have ended between two of them.
const hasColumn = async (db: Kysely<unknown>, table: string, column: string): Promise<boolean> => {
  const found = (await db.introspection.getTables()).find(({ name }) => name === table)
  return found?.columns.some(({ name }) => name === column) ?? false
}

const addColumn = async (db: Kysely<unknown>, table: string, column: string): Promise<void> => {
  if (!(await hasColumn(db, table, column))) await db.schema.alterTable(table).addColumn(column, type.id).execute()
}

const addIndex = async (
  db: Kysely<unknown>,
  engine: MigrationContext['engine'],
  table: string,
  columns: readonly string[],
): Promise<void> => {
  const name = `${table}_${columns.join('_')}_index`
  const create = db.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
  if (engine === 'sqlite') return create.ifNotExists().execute()
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(db)
  if (rows.length === 0) await create.execute()
}

/**
 * Notes which refresh token another one succeeds, and in which session an admin views as a user; finds unconfirmed accounts by their age.
 * Typed codes are counted by address, in `login_attempts`.
 */
export const addRefreshSiblings = ({ engine }: MigrationContext): Migration => ({
  async up(db) {
    await addColumn(db, 'refresh_tokens', 'parent_id')
    await addColumn(db, 'sessions', 'actor_session_id')
    await addIndex(db, engine, 'refresh_tokens', ['parent_id'])
    if (await hasColumn(db, 'one_time_codes', 'attempts'))
      await db.schema.alterTable('one_time_codes').dropColumn('attempts').execute()
    await addIndex(db, engine, 'users', ['confirmed_at', 'created_at'])
  },
})

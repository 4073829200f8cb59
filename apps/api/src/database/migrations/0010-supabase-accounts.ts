import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumn,
  addIndex,
  createTable,
  findColumn,
  type MigrationContext,
  type TableShape,
  type,
} from './create-table.ts'

const codes: TableShape = {
  name: 'one_time_codes',
  columns: (table) =>
    table
      .addColumn('id', type.id, (it) => it.notNull())
      .addColumn('user_id', type.id)
      .addColumn('purpose', type.word, (it) => it.notNull())
      .addColumn('hash', type.word, (it) => it.notNull())
      .addColumn('created_at', type.milliseconds, (it) => it.notNull())
      .addColumn('expires_at', type.milliseconds, (it) => it.notNull())
      .addColumn('used_at', type.milliseconds)
      .addColumn('email_key', type.email)
      .addColumn('data', type.text),
  primaryKey: ['id'],
  belongsTo: { user_id: 'users' },
  indexes: [['user_id', 'purpose', 'created_at'], ['expires_at']],
}

const flows: TableShape = {
  name: 'auth_flows',
  columns: (table) =>
    table
      .addColumn('id', type.id, (it) => it.notNull())
      .addColumn('user_id', type.id, (it) => it.notNull())
      .addColumn('code_hash', type.word, (it) => it.notNull())
      .addColumn('challenge', type.key, (it) => it.notNull())
      .addColumn('method', type.word, (it) => it.notNull())
      .addColumn('expires_at', type.milliseconds, (it) => it.notNull())
      .addColumn('used_at', type.milliseconds),
  primaryKey: ['id'],
  belongsTo: { user_id: 'users' },
  unique: [['code_hash']],
  indexes: [['user_id'], ['expires_at']],
}

/** Moves the rows to a new table, because SQLite can't make a column nullable. On SQLite, migrations run in a transaction. */
const rebuildCodes = async (db: Kysely<unknown>, context: MigrationContext): Promise<void> => {
  await sql`alter table one_time_codes rename to old_codes`.execute(db)
  await sql`drop index one_time_codes_user_id_purpose_created_at_index`.execute(db)
  await sql`drop index one_time_codes_expires_at_index`.execute(db)
  await createTable(db, context, codes)
  await sql`insert into one_time_codes (id, user_id, purpose, hash, created_at, expires_at, used_at)
    select id, user_id, purpose, hash, created_at, expires_at, used_at from old_codes`.execute(db)
  await sql`drop table old_codes`.execute(db)
}

const widenCodes = async (db: Kysely<unknown>, context: MigrationContext): Promise<void> => {
  if (context.engine === 'sqlite') {
    if ((await findColumn(db, codes.name, 'email_key')) === undefined) await rebuildCodes(db, context)
  } else {
    await addColumn(db, codes.name, 'email_key', 'email')
    await addColumn(db, codes.name, 'data', 'text')
    await db.schema.alterTable(codes.name).modifyColumn('user_id', type.id).execute()
  }
  await sql`update one_time_codes set email_key =
    (select users.email_key from users where users.id = one_time_codes.user_id)
    where email_key is null`.execute(db)
  await addIndex(db, context.engine, codes.name, ['email_key', 'purpose', 'created_at'])
}

/**
 * Adds account data for supabase-js: metadata and a pending email address of users, how a session began and its level of assurance (`aal`,
 * `amr`), codes for addresses without an account, and authorization codes of PKCE.
 */
export const addSupabaseAccounts = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const column of ['user_metadata', 'app_metadata']) await addColumn(db, 'users', column, 'text')
    for (const column of ['updated_at', 'last_sign_in_at', 'invited_at'])
      await addColumn(db, 'users', column, 'milliseconds')
    await addColumn(db, 'users', 'new_email', 'email')
    await addColumn(db, 'users', 'new_email_half', 'word')
    await addColumn(db, 'sessions', 'aal', 'word', 'aal1')
    await addColumn(db, 'sessions', 'amr', 'longKey', '[]')
    await widenCodes(db, context)
    await createTable(db, context, flows)
  },
})

import type { Migration } from 'kysely/migration'
import { addColumn, createTable, type TableShape, type, type MigrationContext } from './create-table.ts'

const ofUsers: readonly TableShape[] = [
  {
    name: 'verifications',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('email', type.text, (it) => it.notNull())
        .addColumn('email_key', type.text, (it) => it.notNull())
        .addColumn('status', type.word, (it) => it.notNull())
        .addColumn('confidence', type.number, (it) => it.notNull())
        .addColumn('provider', type.key)
        .addColumn('smtp_server', type.key)
        .addColumn('smtp_response_code', type.number)
        .addColumn('smtp_response_message', type.text)
        .addColumn('verification_attempts', type.number, (it) => it.notNull())
        .addColumn('reason', type.word, (it) => it.notNull())
        .addColumn('retry_after', type.number)
        .addColumn('role', type.flag, (it) => it.notNull())
        .addColumn('simulated', type.flag, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['user_id', 'created_at', 'id'], ['user_id', 'status', 'created_at', 'id'], ['created_at']],
  },
  {
    name: 'verification_jobs',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('email', type.text, (it) => it.notNull())
        .addColumn('simulated', type.flag, (it) => it.notNull())
        .addColumn('attempts', type.number, (it) => it.notNull())
        .addColumn('due_at', type.milliseconds, (it) => it.notNull())
        .addColumn('claim', type.id),
    primaryKey: ['id'],
    belongsTo: { id: 'verifications', user_id: 'users' },
    indexes: [['simulated', 'due_at'], ['user_id']],
  },
  {
    name: 'verification_months',
    columns: (table) =>
      table
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('month', type.id, (it) => it.notNull())
        .addColumn('reserved', type.count, (it) => it.notNull())
        .addColumn('verified', type.count, (it) => it.notNull()),
    primaryKey: ['user_id', 'month'],
    clustered: true,
    belongsTo: { user_id: 'users' },
  },
  {
    name: 'verification_runs',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('month', type.id, (it) => it.notNull())
        .addColumn('asked', type.number, (it) => it.notNull())
        .addColumn('done', type.number, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['expires_at'], ['user_id']],
  },
]

/** Defines a key-value table whose rows expire. */
const remembered = (name: string, key: string, columns: TableShape['columns']): TableShape => ({
  name,
  columns: (table) =>
    columns(table.addColumn(key, type.key, (it) => it.notNull())).addColumn('expires_at', type.milliseconds, (it) =>
      it.notNull(),
    ),
  primaryKey: [key],
  clustered: true,
  indexes: [['expires_at']],
})

const ofAll: readonly TableShape[] = [
  remembered('verification_cache', 'key', (table) => table.addColumn('result', type.text, (it) => it.notNull())),
  remembered('catch_all_verdicts', 'domain', (table) => table.addColumn('verdict', type.word, (it) => it.notNull())),
  remembered('probed_servers', 'server', (table) => table.addColumn('state', type.text, (it) => it.notNull())),
  remembered('probed_domains', 'id', (table) => table.addColumn('used', type.count, (it) => it.notNull())),
  remembered('probed_local_parts', 'id', (table) => table),
]

/** Adds results for addresses, pending retries, budgets, and the limits that all processes share. */
export const addEmailVerification = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of [...ofUsers, ...ofAll]) await createTable(db, context, shape)
  },
})

/** Adds a column for the run that verified an address. */
export const addVerificationBatches: Migration = {
  up: (db) => addColumn(db, 'verifications', 'batch', 'id'),
}

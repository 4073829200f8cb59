import type { Migration } from 'kysely/migration'
import { createTable, type MigrationContext, type TableShape, type } from './create-table.ts'

const shapes: readonly TableShape[] = [
  {
    name: 'mfa_factors',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('friendly_name', type.key, (it) => it.notNull())
        .addColumn('status', type.word, (it) => it.notNull())
        .addColumn('secret_encrypted', type.text, (it) => it.notNull())
        .addColumn('last_step', type.count)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('updated_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['user_id', 'status']],
  },
  {
    name: 'mfa_challenges',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('factor_id', type.id, (it) => it.notNull())
        .addColumn('session_id', type.id, (it) => it.notNull())
        .addColumn('expires_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { factor_id: 'mfa_factors', session_id: 'sessions' },
    indexes: [['factor_id'], ['session_id'], ['expires_at']],
  },
  {
    name: 'mfa_recovery_codes',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('hash', type.word, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('used_at', type.milliseconds),
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    unique: [['user_id', 'hash']],
  },
]

/** Adds second factors, the challenges that verify them, and recovery codes as their replacement. */
export const addSecondFactors = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of shapes) await createTable(db, context, shape)
  },
})

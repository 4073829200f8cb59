import type { Migration } from 'kysely/migration'
import { createTable, type TableShape, type, type MigrationContext } from './create-table.ts'

const tables: readonly TableShape[] = [
  {
    name: 'billing_customers',
    columns: (table) =>
      table
        .addColumn('id', type.key, (it) => it.notNull())
        .addColumn('user_id', type.id, (it) => it.notNull())
        .addColumn('is_live', type.flag, (it) => it.notNull())
        .addColumn('version', type.number, (it) => it.notNull())
        .addColumn('given_plan', type.word, (it) => it.notNull())
        .addColumn('given_until', type.milliseconds)
        .addColumn('given_source', type.word, (it) => it.notNull())
        .addColumn('session_id', type.key)
        .addColumn('session_price', type.key)
        .addColumn('session_count', type.number, (it) => it.notNull())
        .addColumn('closing_at', type.milliseconds)
        .addColumn('next_attempt_at', type.milliseconds)
        .addColumn('attempts', type.number, (it) => it.notNull())
        .addColumn('created_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    // The row is not deleted with the user, because the provider must still be informed after the account is deleted.
    unique: [['user_id', 'is_live']],
    indexes: [['next_attempt_at']],
  },
  {
    name: 'billing_subscriptions',
    columns: (table) =>
      table
        .addColumn('id', type.key, (it) => it.notNull())
        .addColumn('customer_id', type.key, (it) => it.notNull())
        .addColumn('status', type.word, (it) => it.notNull())
        .addColumn('price_id', type.key, (it) => it.notNull())
        .addColumn('plan', type.word)
        .addColumn('period_end', type.milliseconds, (it) => it.notNull())
        .addColumn('access_until', type.milliseconds)
        .addColumn('is_ending', type.flag, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { customer_id: 'billing_customers' },
    indexes: [['customer_id']],
  },
  {
    name: 'billing_events',
    columns: (table) =>
      table
        .addColumn('id', type.key, (it) => it.notNull())
        .addColumn('type', type.key, (it) => it.notNull())
        .addColumn('received_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    indexes: [['received_at']],
  },
]

/** Adds customers and subscriptions at the payment provider, and its processed events. */
export const addBilling = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of tables) await createTable(db, context, shape)
  },
})

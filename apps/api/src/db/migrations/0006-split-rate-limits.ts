import type { Migration } from 'kysely/migration'
import { createTable, type TableShape, type, type MigrationContext } from './create-table.ts'

const expiringTable = (name: string): TableShape => ({
  name,
  columns: (table) =>
    table
      .addColumn('key', type.key, (it) => it.notNull())
      .addColumn('expires_at', type.milliseconds, (it) => it.notNull()),
  primaryKey: ['key'],
  clustered: true,
  indexes: [['expires_at']],
})

/** Returns login attempts, leases, row locks and used captchas tables of their own; what `rate_limits` still has of them expires. */
export const splitRateLimits = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const name of ['login_attempts', 'leases', 'row_locks', 'used_captchas'])
      await createTable(db, context, expiringTable(name))
  },
})

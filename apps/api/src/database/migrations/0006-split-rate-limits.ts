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

/** Moves login attempts, leases, row locks and used captchas to separate tables; old rows in `rate_limits` expire. */
export const splitRateLimits = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const name of ['login_attempts', 'leases', 'row_locks', 'used_captchas'])
      await createTable(db, context, expiringTable(name))
  },
})

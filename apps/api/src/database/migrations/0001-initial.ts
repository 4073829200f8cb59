import type { Migration } from 'kysely/migration'
import { accountTables } from './0001-account-tables.ts'
import { serviceTables } from './0001-service-tables.ts'
import { createTable, type MigrationContext } from './create-table.ts'

const services = {
  registration: 'Creating accounts',
  email_verification: 'Checking whether email addresses can receive mail',
  email_migration: 'Requests to move a mailbox',
  billing: 'Buying and changing plans',
  tool_api: 'Running tools through the API',
}

/** Creates the first tables, and the services that admins can switch off. */
export const initial = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of [...accountTables, ...serviceTables]) await createTable(db, context, shape)
    for (const [name, description] of Object.entries(services)) {
      const row = { id: name, service_name: name, description, is_enabled: 1, updated_at: context.now }
      const insert = db.insertInto('service_controls').values(row)
      await (context.engine === 'mysql' ? insert.ignore() : insert.onConflict((on) => on.doNothing())).execute()
    }
  },
})

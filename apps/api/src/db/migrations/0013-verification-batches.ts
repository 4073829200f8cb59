import type { Migration } from 'kysely/migration'
import { type } from './create-table.ts'

/** Makes room for the run in which an address was verified. */
export const addVerificationBatches: Migration = {
  async up(db) {
    // The column is there where a process was stopped before it wrote down that it had added it.
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'verifications')?.columns ?? []
    if (columns.some(({ name }) => name === 'batch')) return
    await db.schema.alterTable('verifications').addColumn('batch', type.id).execute()
  },
}

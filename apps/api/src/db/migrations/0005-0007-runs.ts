import type { Migration } from 'kysely/migration'
import { type, type MigrationContext } from './create-table.ts'

/** Makes room for timelines where a run's scenario is kept. SQLite takes text of any length as it is. */
export const addLongerScenarios = ({ engine }: MigrationContext): Migration => ({
  async up(db) {
    if (engine === 'sqlite') return
    await db.schema
      .alterTable('runs')
      .modifyColumn('scenario', type.key, (it) => it.notNull())
      .execute()
  },
})

/** Makes room for the facts that were stated for a run. */
export const addWorldsOfRuns: Migration = {
  async up(db) {
    // The column is there where a process was stopped before it wrote down that it had added it.
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'runs')?.columns ?? []
    if (columns.some(({ name }) => name === 'world')) return
    await db.schema.alterTable('runs').addColumn('world', type.text).execute()
  },
}

import type { Migration } from 'kysely/migration'
import { addColumn, type, type MigrationContext } from './create-table.ts'

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
  up: (db) => addColumn(db, 'runs', 'world', 'text'),
}

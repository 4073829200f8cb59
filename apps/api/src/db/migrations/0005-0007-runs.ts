import type { Migration } from 'kysely/migration'
import { addColumn, type, type MigrationContext } from './create-table.ts'

/** Lengthens the `scenario` column of runs, because timelines need more space. SQLite stores text of any length anyway. */
export const addLongerScenarios = ({ engine }: MigrationContext): Migration => ({
  async up(db) {
    if (engine === 'sqlite') return
    await db.schema
      .alterTable('runs')
      .modifyColumn('scenario', type.key, (it) => it.notNull())
      .execute()
  },
})

/** Adds a column for the world document of a run. */
export const addWorldsOfRuns: Migration = {
  up: (db) => addColumn(db, 'runs', 'world', 'text'),
}

import type { Migration } from 'kysely/migration'
import { createTable, type TableShape, type, type MigrationContext } from './create-table.ts'

const usedTools: TableShape = {
  name: 'used_tools',
  columns: (table) =>
    table.addColumn('user_id', type.id, (it) => it.notNull()).addColumn('tool', type.word, (it) => it.notNull()),
  primaryKey: ['user_id', 'tool'],
  clustered: true,
  belongsTo: { user_id: 'users' },
}

/** Adds the tools of deleted runs, because the number of tools that a user has used must not shrink. */
export const addUsedTools = (context: MigrationContext): Migration => ({
  up: (db) => createTable(db, context, usedTools),
})

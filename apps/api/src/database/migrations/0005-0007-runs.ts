import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { worldId } from '../shared.ts'
import { addColumn, createTable, type, type MigrationContext } from './create-table.ts'

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

/** Moves the world documents of runs to their own table, where each is stored once. The runs keep the ids of their documents. */
export const splitWorlds = (context: MigrationContext): Migration => ({
  async up(db) {
    await createTable(db, context, {
      name: 'world_documents',
      columns: (table) =>
        table
          .addColumn('id', type.word, (it) => it.notNull())
          .addColumn('user_id', type.id, (it) => it.notNull())
          .addColumn('document', type.text, (it) => it.notNull())
          .addColumn('used_at', type.milliseconds, (it) => it.notNull()),
      primaryKey: ['id'],
      belongsTo: { user_id: 'users' },
      indexes: [['used_at']],
    })
    const insert = context.engine === 'mysql' ? sql`insert ignore` : sql`insert or ignore`
    for (;;) {
      const { rows } = await sql<{ id: string; user_id: string; created_at: number; world: string }>`
        select id, user_id, created_at, world from runs where world like '{%' limit 500`.execute(db)
      if (rows.length === 0) return
      for (const { id, user_id, created_at, world } of rows) {
        const document = worldId(user_id, world)
        await sql`${insert} into world_documents (id, user_id, document, used_at)
          values (${document}, ${user_id}, ${world}, ${context.now})`.execute(db)
        await sql`update runs set world = ${document}
          where user_id = ${user_id} and created_at = ${created_at} and id = ${id}`.execute(db)
      }
    }
  },
})

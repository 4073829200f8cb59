import type { Migration } from 'kysely/migration'
import { addColumn, addIndex, findColumn, type MigrationContext } from './create-table.ts'

/**
 * Adds the predecessor of a refresh token, the admin's own session of a view-as session, and an index of unconfirmed accounts by age.
 * Removes the number of attempts from codes: typed codes are counted by address, in `login_attempts`.
 */
export const addRefreshSiblings = ({ engine }: MigrationContext): Migration => ({
  async up(db) {
    await addColumn(db, 'refresh_tokens', 'parent_id', 'id')
    await addColumn(db, 'sessions', 'actor_session_id', 'id')
    await addIndex(db, engine, 'refresh_tokens', ['parent_id'])
    if ((await findColumn(db, 'one_time_codes', 'attempts')) !== undefined)
      await db.schema.alterTable('one_time_codes').dropColumn('attempts').execute()
    await addIndex(db, engine, 'users', ['confirmed_at', 'created_at'])
  },
})

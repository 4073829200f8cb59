import type { Migration } from 'kysely/migration'
import { addColumn } from './create-table.ts'

/** Adds the time of a user's last password change, which signed URLs carry. */
export const addPasswordTimes: Migration = {
  async up(db) {
    await addColumn(db, 'users', 'password_changed_at', 'milliseconds')
  },
}

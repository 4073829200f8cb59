import type { Migration } from 'kysely/migration'
import { type } from './create-table.ts'

/** Notes how the bytes of a stored file are compressed. */
export const addContentEncoding: Migration = {
  async up(db) {
    // On MySQL the statement commits by itself, and the process may have ended behind it.
    const found = (await db.introspection.getTables()).find(({ name }) => name === 'storage_objects')
    if (found?.columns.some(({ name }) => name === 'content_encoding') === true) return
    await db.schema.alterTable('storage_objects').addColumn('content_encoding', type.word).execute()
  },
}

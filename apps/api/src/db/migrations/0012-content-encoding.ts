import type { Migration } from 'kysely/migration'
import { addColumn } from './create-table.ts'

/** Notes how the bytes of a stored file are compressed. */
export const addContentEncoding: Migration = {
  up: (db) => addColumn(db, 'storage_objects', 'content_encoding', 'word'),
}

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addColumn, createTable, type MigrationContext, type TableShape, type } from './create-table.ts'

/** Returns the type of a key. Keys are ASCII, so that a unique index on them fits on MySQL too. */
const keyType = ({ engine }: MigrationContext) =>
  engine === 'mysql' ? sql`varchar(1024) character set ascii collate ascii_bin` : ('varchar(1024)' as const)

const shapes = (context: MigrationContext): readonly TableShape[] => [
  {
    name: 'storage_buckets',
    columns: (table) =>
      table
        .addColumn('id', type.key, (it) => it.notNull())
        .addColumn('owner', type.id)
        .addColumn('public', type.flag, (it) => it.notNull())
        .addColumn('file_size_limit', type.count)
        .addColumn('allowed_mime_types', type.text)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('updated_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
  },
  {
    name: 'storage_objects',
    columns: (table) =>
      table
        .addColumn('id', type.id, (it) => it.notNull())
        .addColumn('bucket_id', type.key, (it) => it.notNull())
        .addColumn('name', keyType(context), (it) => it.notNull())
        .addColumn('owner_id', type.id, (it) => it.notNull())
        .addColumn('version', type.id, (it) => it.notNull())
        .addColumn('size', type.count, (it) => it.notNull())
        .addColumn('mime', type.key, (it) => it.notNull())
        .addColumn('cache_control', type.word, (it) => it.notNull())
        .addColumn('etag', type.key, (it) => it.notNull())
        .addColumn('user_metadata', type.text)
        .addColumn('created_at', type.milliseconds, (it) => it.notNull())
        .addColumn('updated_at', type.milliseconds, (it) => it.notNull()),
    primaryKey: ['id'],
    belongsTo: { bucket_id: 'storage_buckets', owner_id: 'users' },
    unique: [['bucket_id', 'name'], ['version']],
    indexes: [['owner_id', 'bucket_id']],
  },
]

/** Adds buckets and the metadata of their objects; the files are on disk. */
export const addStorage = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of shapes(context)) await createTable(db, context, shape)
  },
})

/** Adds the compression of a stored file. */
export const addContentEncoding: Migration = {
  up: (db) => addColumn(db, 'storage_objects', 'content_encoding', 'word'),
}

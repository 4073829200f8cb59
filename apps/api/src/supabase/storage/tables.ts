import { type RowOf, table } from '../../database/create-table.ts'

/** A named container of objects. */
export type StorageBucketTable = RowOf<typeof storageBuckets>
const storageBuckets = table('storage_buckets', {
  columns: {
    /** Its name. */
    id: 'key',
    /** Its creator; null for the service key. */
    owner: 'id?',
    public: 'flag',
    /** In bytes; null for the general limit. */
    file_size_limit: 'count?',
    /** A JSON list, such as `["image/*"]`. */
    allowed_mime_types: 'text?',
    created_at: 'milliseconds',
    updated_at: 'milliseconds',
  },
})

/** An object: the metadata of a stored file. */
export type StorageObjectTable = RowOf<typeof storageObjects>
const storageObjects = table('storage_objects', {
  columns: {
    id: 'id',
    bucket_id: 'key',
    /** The key within the bucket, compared byte by byte. */
    name: 'path',
    /** Null for an object that the service key stored outside the folders of users. */
    owner_id: 'id?',
    /** The name of the file. A file never changes: a replacement is another version. */
    version: 'id',
    size: 'count',
    mime: 'key',
    cache_control: 'word',
    /** In quotes; a copy or replacement has another one. */
    etag: 'key',
    /** The client's JSON object. */
    user_metadata: 'text?',
    created_at: 'milliseconds',
    updated_at: 'milliseconds',
    /** The compression of the bytes, such as `gzip`. */
    content_encoding: 'word?',
  },
  belongsTo: { bucket_id: 'storage_buckets', owner_id: 'users' },
  unique: [['bucket_id', 'name'], ['version']],
  indexes: [['owner_id', 'bucket_id']],
})

/** The first tables of stored files; the files are on disk or in a bucket. */
export const storageTables = [storageBuckets, storageObjects] as const

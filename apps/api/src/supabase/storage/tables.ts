import { type Flag, table, type TableShape } from '../../database/create-table.ts'

/** A named container of objects. */
export interface StorageBucketTable {
  /** Its name. */
  id: string
  /** Its creator; null for the service key. */
  owner: string | null
  public: Flag
  /** In bytes; null for the general limit. */
  file_size_limit: number | null
  /** A JSON list, such as `["image/*"]`. */
  allowed_mime_types: string | null
  created_at: number
  updated_at: number
}

/** An object: the metadata of a stored file. */
export interface StorageObjectTable {
  id: string
  bucket_id: string
  /** The key within the bucket, compared byte by byte. */
  name: string
  owner_id: string
  /** The name of the file. A file never changes: a replacement is another version. */
  version: string
  size: number
  mime: string
  cache_control: string
  /** The compression of the bytes, such as `gzip`. */
  content_encoding: string | null
  /** In quotes; a copy or replacement has another one. */
  etag: string
  /** The client's JSON object. */
  user_metadata: string | null
  created_at: number
  updated_at: number
}

/** The tables of stored files. */
export interface StorageTables {
  storage_buckets: StorageBucketTable
  storage_objects: StorageObjectTable
}

/** The first tables of stored files; the files are on disk or in a bucket. */
export const storageTables: readonly TableShape[] = [
  table<StorageBucketTable>({
    name: 'storage_buckets',
    columns: {
      id: 'key',
      owner: 'id?',
      public: 'flag',
      file_size_limit: 'count?',
      allowed_mime_types: 'text?',
      created_at: 'milliseconds',
      updated_at: 'milliseconds',
    },
    primaryKey: ['id'],
  }),
  table<StorageObjectTable>({
    name: 'storage_objects',
    columns: {
      id: 'id',
      bucket_id: 'key',
      name: 'path',
      owner_id: 'id',
      version: 'id',
      size: 'count',
      mime: 'key',
      cache_control: 'word',
      etag: 'key',
      user_metadata: 'text?',
      created_at: 'milliseconds',
      updated_at: 'milliseconds',
      content_encoding: 'word?',
    },
    primaryKey: ['id'],
    belongsTo: { bucket_id: 'storage_buckets', owner_id: 'users' },
    unique: [['bucket_id', 'name'], ['version']],
    indexes: [['owner_id', 'bucket_id']],
  }),
]

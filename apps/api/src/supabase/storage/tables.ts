import type { Flag } from '../../accounts/tables.ts'

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

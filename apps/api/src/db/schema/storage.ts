import type { Flag } from './accounts.ts'

/** A named place for objects. */
export interface StorageBucketTable {
  /** Its name. */
  id: string
  /** Its creator; null for the service key. */
  owner: string | null
  public: Flag
  /** Bytes. */
  file_size_limit: number | null
  /** JSON list, such as `["image/*"]`. */
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
  /** Names the file. A file never changes: what replaces an object is another version. */
  version: string
  size: number
  mime: string
  cache_control: string
  /** How the bytes are compressed, such as `gzip`. */
  content_encoding: string | null
  etag: string
  /** JSON object of the client's. */
  user_metadata: string | null
  created_at: number
  updated_at: number
}

/** The tables of stored files. */
export interface StorageTables {
  storage_buckets: StorageBucketTable
  storage_objects: StorageObjectTable
}

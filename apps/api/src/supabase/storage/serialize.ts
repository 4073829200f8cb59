import type { StorageBucketTable, StorageObjectTable } from '../../schema.ts'
import { isoTime } from '../../clock.ts'
import { toUuid } from '../../random.ts'

// Parses a JSON column, which only netbox writes.
const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

export const serializeBucket = (row: StorageBucketTable) => ({
  id: row.id,
  name: row.id,
  owner: row.owner === null ? '' : toUuid(row.owner),
  public: row.public === 1,
  file_size_limit: row.file_size_limit,
  allowed_mime_types: parse(row.allowed_mime_types),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

/** Serializes an object under a name: its key, or the part of the key after a prefix. */
export const serializeObject = (row: StorageObjectTable, name = row.name) => ({
  id: toUuid(row.id),
  name,
  bucket_id: row.bucket_id,
  owner: row.owner_id === null ? '' : toUuid(row.owner_id),
  version: toUuid(row.version),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
  last_accessed_at: isoTime(row.updated_at),
  user_metadata: parse(row.user_metadata),
  metadata: {
    eTag: row.etag,
    size: row.size,
    mimetype: row.mime,
    cacheControl: row.cache_control,
    lastModified: isoTime(row.updated_at),
    contentLength: row.size,
    httpStatusCode: 200,
  },
})

/** Serializes a prefix as a folder. */
export const serializeFolder = (name: string) => ({
  id: null,
  name,
  created_at: null,
  updated_at: null,
  last_accessed_at: null,
  metadata: null,
})

/** Serializes all metadata of an object. */
export const serializeInfo = (row: StorageObjectTable) => ({
  id: toUuid(row.id),
  name: row.name,
  version: toUuid(row.version),
  bucket_id: row.bucket_id,
  size: row.size,
  content_type: row.mime,
  cache_control: row.cache_control,
  content_encoding: row.content_encoding,
  etag: row.etag,
  metadata: parse(row.user_metadata) ?? {},
  last_modified: isoTime(row.updated_at),
  created_at: isoTime(row.created_at),
})

import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import type { StorageBucketTable, StorageObjectTable } from '../../database/schema.ts'

/** Finds a bucket by its name. */
export const findBucket = (queries: Queries, id: string) =>
  queries.selectFrom('storage_buckets').selectAll().where('id', '=', id).executeTakeFirst()

// Keys are ASCII. MariaDB refuses to compare their column with other text.
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** A bucket's rules, and its object with a given key. */
export interface Place {
  readonly rules: Pick<StorageBucketTable, 'public' | 'file_size_limit' | 'allowed_mime_types'>
  readonly row: StorageObjectTable | undefined
}

/** Finds a bucket with the object of a key; undefined if there is no such bucket. */
export const findPlace = async (queries: Queries, bucket: string, key: string): Promise<Place | undefined> => {
  const { rows } = await sql<Place['rules'] & (StorageObjectTable | { readonly id: null })>`
    select storage_buckets.public, storage_buckets.file_size_limit, storage_buckets.allowed_mime_types, storage_objects.*
    from storage_buckets
      left join storage_objects on storage_objects.bucket_id = storage_buckets.id and storage_objects.name = ${isAscii(key) ? key : ''}
    where storage_buckets.id = ${bucket}`.execute(queries)
  const [found] = rows
  return found && { rules: found, row: found.id === null ? undefined : found }
}

/** Lists all buckets, by name. */
export const listBuckets = (queries: Queries) =>
  queries.selectFrom('storage_buckets').selectAll().orderBy('id').execute()

/** Adds a bucket. Throws the database's unique violation if the name is taken. */
export const insertBucket = async (queries: Queries, row: StorageBucketTable): Promise<void> => {
  await queries.insertInto('storage_buckets').values(row).execute()
}

/** Changes a bucket. */
export const updateBucket = async (
  queries: Queries,
  id: string,
  change: Partial<StorageBucketTable>,
): Promise<void> => {
  await queries.updateTable('storage_buckets').set(change).where('id', '=', id).execute()
}

/** Deletes a bucket, which must be empty, because its objects would be deleted too. */
export const deleteBucket = async (queries: Queries, id: string): Promise<void> => {
  await queries.deleteFrom('storage_buckets').where('id', '=', id).execute()
}

/** Lists some objects of a bucket, of any owner. */
export const someObjects = (queries: Queries, bucket: string, limit: number) =>
  queries.selectFrom('storage_objects').select(['id', 'version']).where('bucket_id', '=', bucket).limit(limit).execute()

/** Whose objects a list contains. */
export type Whose = 'all' | { readonly owner: string }

/** Lists the objects of a user, or of all owners, in a bucket, whose keys begin with a prefix. */
export const listObjects = async (queries: Queries, bucket: string, whose: Whose, prefix: string) => {
  if (!isAscii(prefix)) return []
  const found = queries
    .selectFrom('storage_objects')
    .selectAll()
    .where('bucket_id', '=', bucket)
    // Every key with the prefix precedes the prefix with a DEL.
    .$if(prefix !== '', (rows) => rows.where('name', '>=', prefix).where('name', '<', `${prefix}\u007f`))
  return (whose === 'all' ? found : found.where('owner_id', '=', whose.owner)).orderBy('name').execute()
}

/** Lists the objects with some keys in a bucket, of any owner. */
export const findObjects = (queries: Queries, bucket: string, keys: readonly string[]) =>
  queries
    .selectFrom('storage_objects')
    .selectAll()
    .where('bucket_id', '=', bucket)
    .where('name', 'in', ['', ...keys.filter(isAscii)])
    .orderBy('name')
    .execute()

/** Returns whether a user exists. */
export const hasUser = async (queries: Queries, id: string): Promise<boolean> =>
  (await queries.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Returns the numbers of a user's stored bytes and objects. */
export const usageOf = async (queries: Queries, owner: string): Promise<{ bytes: number; objects: number }> => {
  const { rows } = await sql<{ bytes: number | string | null; objects: number | string }>`
    select sum(size) as bytes, count(*) as objects from storage_objects where owner_id = ${owner}`.execute(queries)
  const [{ bytes, objects } = { bytes: 0, objects: 0 }] = rows
  return { bytes: Number(bytes ?? 0), objects: Number(objects) }
}

/** Adds an object. */
export const insertObject = async (queries: Queries, row: StorageObjectTable): Promise<void> => {
  await queries.insertInto('storage_objects').values(row).execute()
}

/** Changes an object. */
export const updateObject = async (
  queries: Queries,
  id: string,
  change: Partial<StorageObjectTable>,
): Promise<void> => {
  await queries.updateTable('storage_objects').set(change).where('id', '=', id).execute()
}

/** Deletes objects by id. */
export const deleteObjects = async (queries: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await queries.deleteFrom('storage_objects').where('id', 'in', ids).execute()
}

/** Returns the versions that have an object. */
export const referencedVersions = async (
  queries: Queries,
  versions: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await queries.selectFrom('storage_objects').select('version').where('version', 'in', versions).execute()
  return new Set(rows.map(({ version }) => version))
}

/** Lists up to a thousand objects whose version is greater than `after`, ordered by version. */
export const nextVersions = (queries: Queries, after: string) =>
  queries
    .selectFrom('storage_objects')
    .select(['version', 'updated_at'])
    .where('version', '>', after)
    .orderBy('version')
    .limit(1000)
    .execute()

/** Returns the time of an active user's last password change, 0 for none; undefined if there is no such user. */
export const passwordTimeOf = async (queries: Queries, userId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ since: number | null }>`
    select users.password_changed_at as since from users left join profiles on profiles.id = users.id
    where users.id = ${userId} and coalesce(profiles.status, 'active') = 'active'`.execute(queries)
  return rows[0] && (rows[0].since ?? 0)
}

import { sql } from 'kysely'
import type { Queries, Reader } from '../../database/database.ts'
import type { StorageBucketTable, StorageObjectTable } from '../../schema.ts'

export const findBucket = (queries: Reader, id: string) =>
  queries.selectFrom('storage_buckets').selectAll().where('id', '=', id).executeTakeFirst()

// Keys are ASCII. MariaDB refuses to compare their column with other text.
const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** A bucket's rules, and its object with a given key. */
export interface Place {
  readonly rules: Pick<StorageBucketTable, 'public' | 'file_size_limit' | 'allowed_mime_types'>
  readonly row: StorageObjectTable | undefined
}

/** Finds a bucket with the object of a key; undefined if there is no such bucket. */
export const findPlace = async (queries: Reader, bucket: string, key: string): Promise<Place | undefined> => {
  const { rows } = await sql<Place['rules'] & (StorageObjectTable | { readonly id: null })>`
    select storage_buckets.public, storage_buckets.file_size_limit, storage_buckets.allowed_mime_types, storage_objects.*
    from storage_buckets
      left join storage_objects on storage_objects.bucket_id = storage_buckets.id and storage_objects.name = ${isAscii(key) ? key : ''}
    where storage_buckets.id = ${bucket}`.execute(queries)
  const [found] = rows
  return found && { rules: found, row: found.id === null ? undefined : found }
}

export const listBuckets = (queries: Reader) =>
  queries.selectFrom('storage_buckets').selectAll().orderBy('id').execute()

/** Lists some objects of a bucket, of any owner. */
export const someObjects = (queries: Reader, bucket: string, limit: number) =>
  queries.selectFrom('storage_objects').select(['id', 'version']).where('bucket_id', '=', bucket).limit(limit).execute()

/** Which objects of a bucket a list contains, and which part of the list. */
export interface ListOptions {
  readonly bucket: string
  /** Undefined for the objects of all owners. */
  readonly owner: string | undefined
  /** The beginning of the keys. */
  readonly prefix: string
  /** Whether the list has only the object whose key is the prefix. */
  readonly exactMatch: boolean
  readonly sortBy: { readonly column: 'name' | 'created_at' | 'updated_at'; readonly order: 'asc' | 'desc' }
  readonly limit: number
  readonly offset: number
}

const listed = (queries: Reader, { bucket, owner, prefix, exactMatch }: ListOptions) =>
  queries
    .selectFrom('storage_objects')
    .where('bucket_id', '=', bucket)
    .$if(owner !== undefined, (rows) => rows.where('owner_id', '=', owner ?? ''))
    // Every key with the prefix precedes the prefix with a DEL.
    .$if(prefix !== '', (rows) =>
      exactMatch
        ? rows.where('name', '=', prefix)
        : rows.where('name', '>=', prefix).where('name', '<', `${prefix}\u007f`),
    )

export const listObjects = async (queries: Reader, options: ListOptions): Promise<readonly StorageObjectTable[]> => {
  const { prefix, sortBy, limit, offset } = options
  if (!isAscii(prefix)) return []
  return listed(queries, options)
    .selectAll()
    .orderBy(sortBy.column, sortBy.order)
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** An entry of a folder: an object, or null for a folder below it. */
export interface Entry {
  readonly name: string
  readonly row: StorageObjectTable | null
}

/**
 * Lists the first segments of the keys after `folder`, which the prefix contains. Names begin with `search`, ignoring case. Folders are
 * sorted by name without their slash, or with it if `bySlash`; by time, they have the place of their first object.
 */
export const listEntries = async (
  queries: Reader,
  options: ListOptions & { readonly folder: string; readonly search: string; readonly bySlash: boolean },
): Promise<readonly Entry[]> => {
  const { prefix, folder, search, sortBy, bySlash, limit, offset } = options
  if (!isAscii(prefix) || !isAscii(search)) return []
  const order = sql.raw(sortBy.order)
  const first = sql.raw(sortBy.order === 'asc' ? 'min' : 'max')
  const byName = bySlash ? sql`${first}(name) ${order}` : sql`entry ${order}, is_folder ${order}`
  const place = sortBy.column === 'name' ? byName : sql`${first}(${sql.ref(sortBy.column)}) ${order}, min(name)`
  const rest = sql<string>`substr(name, ${folder.length + 1})`
  const keys = listed(queries, options).select(['id', 'name', 'created_at', 'updated_at', rest.as('rest')])
  const { rows } = await sql<{ entry: string; is_folder: number; id: string }>`
    select entry, is_folder, max(id) as id from (
      select id, name, created_at, updated_at, case when instr(rest, '/') > 0 then 1 else 0 end as is_folder,
        case when instr(rest, '/') > 0 then substr(rest, 1, instr(rest, '/') - 1) else rest end as entry
      from (${keys}) keyed
    ) entries
    where lower(substr(entry, 1, ${search.length})) = ${search.toLowerCase()}
    group by entry, is_folder order by ${place} limit ${limit} offset ${offset}`.execute(queries)
  const ids = rows.filter((row) => row.is_folder === 0).map(({ id }) => id)
  const found =
    ids.length === 0 ? [] : await queries.selectFrom('storage_objects').selectAll().where('id', 'in', ids).execute()
  const objects = new Map(found.map((row) => [row.id, row]))
  // An object that was removed in the meantime is left out.
  return rows.flatMap(({ entry, is_folder, id }) => {
    const row = is_folder === 1 ? null : objects.get(id)
    return row === undefined ? [] : [{ name: entry, row }]
  })
}

/** Lists the objects with some keys in a bucket, of any owner. */
export const findObjects = (queries: Reader, bucket: string, keys: readonly string[]) =>
  queries
    .selectFrom('storage_objects')
    .selectAll()
    .where('bucket_id', '=', bucket)
    .where('name', 'in', ['', ...keys.filter(isAscii)])
    .orderBy('name')
    .execute()

/** Returns whether a user exists. */
export const hasUser = async (queries: Reader, id: string): Promise<boolean> =>
  (await queries.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Returns the numbers of a user's stored bytes and objects. */
export const usageOf = async (queries: Reader, owner: string): Promise<{ bytes: number; objects: number }> => {
  const { rows } = await sql<{ bytes: number | string | null; objects: number | string }>`
    select sum(size) as bytes, count(*) as objects from storage_objects where owner_id = ${owner}`.execute(queries)
  const [{ bytes, objects } = { bytes: 0, objects: 0 }] = rows
  return { bytes: Number(bytes ?? 0), objects: Number(objects) }
}

/** Deletes objects by id. */
export const deleteObjects = async (queries: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await queries.deleteFrom('storage_objects').where('id', 'in', ids).execute()
}

/** Returns the versions that have an object. */
export const referencedVersions = async (
  queries: Reader,
  versions: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await queries.selectFrom('storage_objects').select('version').where('version', 'in', versions).execute()
  return new Set(rows.map(({ version }) => version))
}

/** Lists up to a thousand objects whose version is greater than `after`, ordered by version. */
export const nextVersions = (queries: Reader, after: string) =>
  queries
    .selectFrom('storage_objects')
    .select(['version', 'updated_at'])
    .where('version', '>', after)
    .orderBy('version')
    .limit(1000)
    .execute()

/** Returns the time of an active user's last password change, 0 for none; undefined if there is no such user. */
export const passwordTimeOf = async (queries: Reader, userId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ since: number | null }>`
    select users.password_changed_at as since from users left join profiles on profiles.id = users.id
    where users.id = ${userId} and coalesce(profiles.status, 'active') = 'active'`.execute(queries)
  return rows[0] && (rows[0].since ?? 0)
}

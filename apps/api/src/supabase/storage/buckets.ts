import { audit, type AuditAction } from '../../audit.ts'
import type { Clock } from '@netbox/core'
import * as v from 'valibot'
import { type Caller, service } from '../../caller.ts'
import type { Database, Queries, Reader } from '../../database/database.ts'
import type { StorageBucketTable } from '../../schema.ts'
import { deleteRow, insertRow, refusingTaken, updateRow } from '../../database/dialects.ts'
import { checkBucketName, readSize, readTypes } from './names.ts'
import type { ObjectStore } from './object-store.ts'
import { serializeBucket } from './serialize.ts'
import { deleteObjects, findBucket, listBuckets, someObjects } from './repository.ts'
import { Refusal } from '../../refusal.ts'

export interface BucketDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<ObjectStore, 'remove'>
}

/** The options of a list of buckets, as text. */
export interface BucketSearch {
  readonly limit: string | null
  readonly offset: string | null
  readonly search: string | null
  readonly sortColumn: string | null
  readonly sortOrder: string | null
}

const BATCH = 500

const settings = v.object({
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(v.unknown()),
  allowed_mime_types: v.optional(v.unknown()),
  type: v.optional(v.unknown()),
  versioning_status: v.optional(v.unknown()),
})
const named = v.object({ id: v.optional(v.unknown()), name: v.optional(v.unknown()) })

/** Validates a body, with the storage's error messages. */
export const parse = <Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Refusal('InvalidRequest', { message: `body/${v.getDotPath(issue) ?? ''} ${issue.message}` })
}

const nullOr = <Value, Result>(value: Value | null, read: (value: Value) => Result): Result | null =>
  value === null ? null : read(value)

/** Parses the settings of a bucket; absent ones stay unchanged. */
const changeOf = (body: unknown): Partial<StorageBucketTable> => {
  const { public: isPublic, file_size_limit: size, allowed_mime_types: types, ...kind } = parse(settings, body)
  if ((kind.type ?? 'STANDARD') !== 'STANDARD' || (kind.versioning_status ?? 'DISABLED') !== 'DISABLED')
    throw new Refusal('NotSupported', { message: 'Object versions are not supported' })
  return {
    ...(isPublic === undefined ? {} : { public: isPublic ? 1 : 0 }),
    ...(size === undefined ? {} : { file_size_limit: nullOr(size, readSize) }),
    ...(types === undefined ? {} : { allowed_mime_types: nullOr(types, (value) => JSON.stringify(readTypes(value))) }),
  }
}

const numberOf = (text: string | null, otherwise: number): number =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise

const SORTABLE = ['id', 'created_at', 'updated_at'] as const

const pageOf = (
  rows: readonly StorageBucketTable[],
  { limit, offset, search, sortColumn, sortOrder }: BucketSearch,
) => {
  const column = SORTABLE.find((name) => name === sortColumn) ?? 'id'
  const start = numberOf(offset, 0)
  return rows
    .filter(({ id }) => id.toLowerCase().includes((search ?? '').toLowerCase()))
    .toSorted((one, other) => (sortOrder === 'desc' ? -1 : 1) * (one[column] < other[column] ? -1 : 1))
    .slice(start, start + numberOf(limit, rows.length))
}

/** Returns whether a caller may see a bucket. Visitors see only public buckets. */
const isKnown = (caller: Caller, bucket: StorageBucketTable): boolean => caller.kind === 'user' || bucket.public === 1

const actorOf = (caller: Caller): string => {
  if (caller.kind !== 'user' || !caller.user.isAdmin) throw new Refusal('AccessDenied')
  return caller.user.id
}

const existing = async (queries: Reader, id: string): Promise<StorageBucketTable> => {
  const bucket = await findBucket(queries, id)
  if (bucket === undefined) throw new Refusal('NoSuchBucket')
  return bucket
}

/** Creates the functions that read buckets, and the functions with which admins and the service key create, change, empty and delete them. */
export const createBuckets = ({ database, clock, store }: BucketDeps) => {
  const { queries, writer } = database
  const note = (within: Queries, actorId: string, action: AuditAction, bucket: string): Promise<void> =>
    audit(within, { actorId, action, targetId: null, detail: { bucket } }, clock.now())

  return {
    list: async (caller: Caller, search: BucketSearch) =>
      pageOf(
        (await listBuckets(queries)).filter((bucket) => isKnown(caller, bucket)),
        search,
      ).map(serializeBucket),

    get: async (caller: Caller, id: string) => {
      const bucket = await existing(queries, id)
      if (!isKnown(caller, bucket)) throw new Refusal('NoSuchBucket')
      return serializeBucket(bucket)
    },

    create: async (caller: Caller, body: unknown) => {
      const actorId = actorOf(caller)
      const { id, name = id } = parse(named, body)
      const bucket = checkBucketName(name)
      const now = clock.now()
      const row: StorageBucketTable = {
        id: bucket,
        owner: caller === service ? null : actorId,
        public: 0,
        file_size_limit: null,
        allowed_mime_types: null,
        created_at: now,
        updated_at: now,
        ...changeOf(body),
      }
      const created = database.transaction(async (within) => {
        await insertRow(within, 'storage_buckets', row)
        await note(within, actorId, 'bucket.create', bucket)
      })
      await refusingTaken('BucketAlreadyExists', created)
      return { name: bucket }
    },

    update: async (caller: Caller, id: string, body: unknown) => {
      const actorId = actorOf(caller)
      const change = changeOf(body)
      await database.transaction(async (within) => {
        await existing(within, id)
        await updateRow(within, 'storage_buckets', id, { ...change, updated_at: clock.now() })
        await note(within, actorId, 'bucket.update', id)
      })
      return { message: 'Successfully updated' }
    },

    empty: async (caller: Caller, id: string) => {
      const actorId = actorOf(caller)
      await existing(queries, id)
      for (;;) {
        const rows = await someObjects(queries, id, BATCH)
        if (rows.length === 0) break
        await deleteObjects(
          writer,
          rows.map((row) => row.id),
        )
        for (const { version } of rows) await store.remove(version)
      }
      await database.transaction((within) => note(within, actorId, 'bucket.empty', id))
      return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
    },

    delete: async (caller: Caller, id: string) => {
      const actorId = actorOf(caller)
      await database.transaction(async (within) => {
        await existing(within, id)
        // The objects of a bucket are deleted with it.
        if ((await someObjects(within, id, 1)).length > 0) throw new Refusal('ResourceNotEmpty')
        await deleteRow(within, 'storage_buckets', id)
        await note(within, actorId, 'bucket.delete', id)
      })
      return { message: 'Successfully deleted' }
    },
  }
}

export type Buckets = ReturnType<typeof createBuckets>

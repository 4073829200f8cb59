import type { Clock } from '@netbox/core'
import { HOUR } from '../../clock.ts'
import { createConcurrencyLimit, enterEach, createKeyedSemaphore } from '../../concurrency.ts'
import type { Database, Queries, Reader } from '../../database/database.ts'
import { insertRow, lockRow, updateRow } from '../../database/dialects.ts'
import type { StorageObjectTable } from '../../schema.ts'
import { newId, toUuid } from '../../random.ts'
import { Refusal } from '../../refusal.ts'
import { placeOf } from './access.ts'
import { asRefusal } from './drafts.ts'
import { takesType } from './names.ts'
import type { ObjectStore, StoredFile } from './object-store.ts'
import type { TakeFile, UploadFacts } from './read-upload.ts'
import { type Place, usageOf } from './repository.ts'

/** The limits of stored data. */
export interface StorageLimits {
  /** The maximum number of bytes in one file. */
  readonly file: number
  /** The maximum number of bytes that one user may store. */
  readonly bytes: number
  /** The maximum number of objects that one user may store. */
  readonly objects: number
  /** The maximum number of concurrent uploads of one user. */
  readonly uploads: number
}

export interface UploadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: ObjectStore
  readonly limits: StorageLimits
}

interface ObjectTarget {
  readonly bucket: string
  readonly key: string
  readonly isUpsert: boolean
}

/** The target and the metadata of an upload, before its first byte. */
export interface UploadTarget extends ObjectTarget {
  /** The length of the whole request, if known. */
  readonly length: number | undefined
  /** The key of the client's address. */
  readonly client: string
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
}

/** Reads the bytes of an upload with their metadata. */
export type ReadFile = <Result>(take: TakeFile<Result>) => Promise<Result>

/** The maximum size of one upload in bytes, and the refusal of a larger one. */
interface UploadBound {
  readonly bytes: number
  readonly refusal: () => Refusal
}

/** The maximum numbers of concurrent uploads: in all, and of one client address. */
const UPLOADS = 64
const UPLOADS_OF_CLIENT = 24
/** The maximum number of one user's waiting uploads, and the milliseconds for which they wait. */
const WAITING = 20
const QUEUE_TIMEOUT = 10_000
/** The maximum size of an upload form without its file, in bytes. */
const FORM_ROOM = 65_536

/** Stands for the owner of objects without one. */
const SERVICE = 'service'

const isTooLarge = (error: unknown): boolean => error instanceof Refusal && error.code === 'EntityTooLarge'

/** Throws if a bucket does not allow a file. */
export const checkFit = (limits: StorageLimits, rules: Place['rules'], mime: string, size: number): void => {
  if (size > Math.min(limits.file, rules.file_size_limit ?? Infinity)) throw new Refusal('EntityTooLarge')
  // The cast is safe: only netbox writes this column.
  const allowed = rules.allowed_mime_types === null ? null : (JSON.parse(rules.allowed_mime_types) as string[])
  if (!takesType(allowed, mime)) throw new Refusal('InvalidMimeType', { message: `mime type ${mime} is not supported` })
}

const quotaReached = (limits: StorageLimits) => () =>
  new Refusal('EntityTooLarge', { message: `Your files may have ${limits.bytes} bytes in total` })

/**
 * Returns the number of bytes that a user may still store under a key. Throws `EntityTooLarge` if another object is too many.
 * Objects without an owner have no quota.
 */
const roomFor = async (
  limits: StorageLimits,
  within: Reader,
  owner: string | null,
  old: StorageObjectTable | undefined,
): Promise<number> => {
  if (owner === null) return Infinity
  const { bytes, objects } = await usageOf(within, owner)
  if (old === undefined && objects >= limits.objects)
    throw new Refusal('EntityTooLarge', { message: `You may store ${limits.objects} objects` })
  return limits.bytes - bytes + (old?.size ?? 0)
}

/** Throws `EntityTooLarge` if a user may not store another file of a size, in the place of an old one if given. */
export const requireRoom = async (
  limits: StorageLimits,
  within: Queries,
  owner: string | null,
  size: number,
  old?: StorageObjectTable,
): Promise<void> => {
  if (size > (await roomFor(limits, within, owner, old))) throw quotaReached(limits)()
}

/** Makes concurrent changes of an owner's objects wait for each other. */
export const lockObjects = (within: Queries, owner: string | null, now: number): Promise<void> =>
  lockRow(within, `storage:${owner ?? SERVICE}`, now + HOUR)

/** Writes the row of a stored file. Returns the replaced version. */
const record = (
  { database, clock, limits }: UploadDeps,
  owner: string | null,
  { bucket: bucketId, key, isUpsert }: ObjectTarget,
  file: StoredFile,
  facts: UploadFacts,
) =>
  database.transaction(async (within) => {
    const now = clock.now()
    await lockObjects(within, owner, now)
    const { rules, row: old } = await placeOf(within, bucketId, key)
    checkFit(limits, rules, facts.mime, file.size)
    if (old !== undefined && !isUpsert) throw new Refusal('KeyAlreadyExists')
    if (old !== undefined && old.owner_id !== null && old.owner_id !== owner) throw new Refusal('AccessDenied')
    await requireRoom(limits, within, owner, file.size, old)
    const change = {
      owner_id: owner,
      version: file.version,
      size: file.size,
      // A file never changes, so the name of its version is a strong validator (RFC 9110, section 8.8.1).
      etag: `"${file.version}"`,
      mime: facts.mime,
      cache_control: facts.cacheControl,
      content_encoding: facts.encoding,
      user_metadata: facts.userMetadata,
      updated_at: now,
    }
    const id = old?.id ?? newId()
    if (old === undefined)
      await insertRow(within, 'storage_objects', { id, bucket_id: bucketId, name: key, created_at: now, ...change })
    else await updateRow(within, 'storage_objects', id, change)
    return { id, replaced: old?.version }
  })

/** Records a file and removes the unreferenced one: the replaced file, or this one if it was refused. */
export const keep = async (
  deps: UploadDeps,
  owner: string | null,
  target: ObjectTarget,
  file: StoredFile,
  facts: UploadFacts,
) => {
  try {
    const { id, replaced } = await record(deps, owner, target, file, facts)
    if (replaced !== undefined) await deps.store.remove(replaced)
    return { Id: toUuid(id), Key: `${target.bucket}/${target.key}` }
  } catch (error) {
    // After other failures it is unknown whether the row was written; the sweep checks that.
    if (error instanceof Refusal) await deps.store.remove(file.version)
    throw error
  }
}

/** Writes the file of an upload; removes a complete file of an incomplete form. */
const receive = async (
  { store, limits }: UploadDeps,
  rules: Place['rules'],
  bound: UploadBound,
  readFile: ReadFile,
) => {
  let file: StoredFile | undefined
  try {
    return await readFile(async (content, facts) => {
      checkFit(limits, rules, facts.mime, 0)
      file = await store.write(content, bound.bytes)
      return { file, facts }
    })
  } catch (error) {
    if (file !== undefined) await store.remove(file.version)
    throw isTooLarge(error) ? bound.refusal() : error
  }
}

/** Returns the largest file that an upload may have: of the service, of its bucket, and of the rest of the user's quota. */
const boundOf = async (
  { database, limits }: UploadDeps,
  owner: string | null,
  { rules, row }: Place,
): Promise<UploadBound> => {
  const largest = Math.min(limits.file, rules.file_size_limit ?? Infinity)
  const room = await roomFor(limits, database.queries, owner, row)
  return room < largest
    ? { bytes: room, refusal: quotaReached(limits) }
    : { bytes: largest, refusal: () => new Refusal('EntityTooLarge') }
}

/**
 * Creates the queue of each user's uploads. It returns the function that frees the slot of an upload. Throws `rate_limited` if the queue is
 * full, or after ten seconds.
 */
export const createUploadQueue = (most: number, clock: Pick<Clock, 'wait'>) => {
  const slots = createKeyedSemaphore(most)
  const places = createConcurrencyLimit(most + WAITING, 'rate_limited')
  return async (owner: string, signal: AbortSignal): Promise<() => void> => {
    const leave = places.enter(owner)
    const over = new AbortController()
    const giveUp = () => over.abort(new Refusal('rate_limited', { retryAfter: 1 }))
    clock.wait(QUEUE_TIMEOUT, AbortSignal.any([signal, over.signal])).then(giveUp, () => undefined)
    try {
      const free = await slots.acquire(owner, AbortSignal.any([signal, over.signal]))
      return () => {
        free()
        leave()
      }
    } catch (error) {
      leave()
      throw asRefusal(error)
    } finally {
      over.abort()
    }
  }
}

/** Creates the function that stores uploads. */
export const createUploads = (deps: UploadDeps) => {
  const uploads = createConcurrencyLimit(UPLOADS, 'busy')
  const uploadsOfClient = createConcurrencyLimit(UPLOADS_OF_CLIENT, 'rate_limited')
  const waitForSlot = createUploadQueue(deps.limits.uploads, deps.clock)
  return async (owner: string | null, target: UploadTarget, readFile: ReadFile) => {
    const place = await placeOf(deps.database.queries, target.bucket, target.key)
    if (!target.isUpsert && place.row !== undefined) throw new Refusal('KeyAlreadyExists')
    const bound = await boundOf(deps, owner, place)
    if ((target.length ?? 0) > bound.bytes + FORM_ROOM) throw bound.refusal()
    const free = await waitForSlot(owner ?? SERVICE, target.signal)
    try {
      const leave = enterEach([() => uploadsOfClient.enter(target.client), () => uploads.enter()])
      try {
        const { file, facts } = await receive(deps, place.rules, bound, readFile)
        return await keep(deps, owner, target, file, facts)
      } finally {
        leave()
      }
    } finally {
      free()
    }
  }
}

import { type Caller, service } from '../../caller.ts'
import type { Reader } from '../../database/database.ts'
import type { StorageObjectTable } from '../../schema.ts'
import { Refusal } from '../../refusal.ts'
import { fromUuid, toUuid } from '../../random.ts'
import { checkKey } from './names.ts'
import { findBucket, findPlace, hasUser, type Place } from './repository.ts'

/**
 * Returns the owner of an object that a caller stores; undefined for visitors and the service key, who own no objects. An admin who is
 * viewing as a user has no access to that user's objects.
 */
const ownerOf = (caller: Caller): string | undefined => {
  if (caller.kind !== 'user' || caller === service) return undefined
  if (caller.session.actorId !== null) throw new Refusal('AccessDenied')
  return caller.user.id
}

const folderOf = (key: string): string => fromUuid(key.slice(0, Math.max(0, key.indexOf('/'))))

/** Returns whether a caller may change objects of a key: the service key may change all objects, and users the objects below their own id, in either form of the id. */
const mayChange = (caller: Caller, key: string): boolean => {
  const owner = ownerOf(caller)
  return caller === service || (owner !== undefined && folderOf(key) === owner)
}

/** Throws `AccessDenied` for keys that a caller may not change. */
export const requireKeys = (caller: Caller, keys: readonly string[]): void => {
  if (!keys.every((key) => mayChange(caller, key))) throw new Refusal('AccessDenied')
}

/**
 * Returns the owner of the object that a caller may store under a key: the user whose folder it is, or null for another key of the service
 * key. Throws `InvalidKey` and `AccessDenied`.
 */
export const ownerOfKey = async (queries: Reader, caller: Caller, key: string): Promise<string | null> => {
  ownerOf(caller)
  checkKey(key)
  requireKeys(caller, [key])
  const owner = folderOf(key)
  return caller !== service || (await hasUser(queries, owner)) ? owner : null
}

/** Returns whose objects a caller may list below a prefix: a user's own, or undefined for all. Throws `AccessDenied`. */
export const listableOf = (caller: Caller, prefix: string): string | undefined => {
  if (caller === service) return undefined
  const owner = ownerOf(caller)
  const isOwn =
    owner !== undefined &&
    (prefix.includes('/') ? folderOf(prefix) === owner : [owner, toUuid(owner)].some((id) => id.startsWith(prefix)))
  if (!isOwn) throw new Refusal('AccessDenied')
  return owner
}

/** Returns whether a caller has all rights over an object: its owner, and the service key. */
export const isOwn = (caller: Caller, row: StorageObjectTable): boolean =>
  caller === service || row.owner_id === ownerOf(caller)

/** Throws `NoSuchBucket` for an unknown bucket. */
export const requireBucket = async (queries: Reader, id: string): Promise<void> => {
  if ((await findBucket(queries, id)) === undefined) throw new Refusal('NoSuchBucket')
}

/** Finds a bucket with the object of a key. Throws `NoSuchBucket`. */
export const placeOf = async (queries: Reader, bucketId: string, key: string): Promise<Place> => {
  const place = await findPlace(queries, bucketId, key)
  if (place === undefined) throw new Refusal('NoSuchBucket')
  return place
}

/** Finds an object that a caller may read: any in a public bucket, and the caller's own. Others look like missing ones. */
export const readable = async (queries: Reader, caller: Caller, bucketId: string, key: string) => {
  const { rules, row } = await placeOf(queries, bucketId, key)
  if (row === undefined || (rules.public === 0 && !isOwn(caller, row))) throw new Refusal('NoSuchKey')
  return { row, by: rules.public === 1 ? ('public bucket' as const) : ('caller' as const), maxAge: 0 }
}

/** Finds an object of a public bucket, which anyone may read. */
export const published = async (queries: Reader, bucketId: string, key: string) => {
  const { rules, row } = await placeOf(queries, bucketId, key)
  if (rules.public !== 1) throw new Refusal('NoSuchBucket')
  if (row === undefined) throw new Refusal('NoSuchKey')
  return { row, by: 'public bucket' as const, maxAge: Infinity }
}

/** Finds an object that a caller may change and sign. Throws `NoSuchKey` for all others. */
export const own = async (queries: Reader, caller: Caller, bucketId: string, key: string) => {
  const { row } = await placeOf(queries, bucketId, key)
  if (row === undefined || !isOwn(caller, row)) throw new Refusal('NoSuchKey')
  return row
}

import { type Caller, service } from '../../caller.ts'
import type { Queries } from '../../database/database.ts'
import { Refusal } from '../../refusal.ts'
import { fromUuid } from '../../uuid.ts'
import { checkKey } from './names.ts'
import { findBucket, findPlace, type Place } from './repository.ts'

/**
 * Returns the owner of an object that a caller stores; undefined for visitors and the service key, who own no objects. An admin who is
 * viewing as a user has no access to that user's objects.
 */
export const ownerOf = (caller: Caller): string | undefined => {
  if (caller.kind !== 'user' || caller === service) return undefined
  if (caller.session.actorId !== null) throw new Refusal('AccessDenied')
  return caller.user.id
}

/** Returns the owner of a key. Users write only below their own id, in either form of the id. Throws `AccessDenied` for other keys. */
export const ownKey = (caller: Caller, key: string): string => {
  const owner = ownerOf(caller)
  checkKey(key)
  if (owner === undefined || fromUuid(key.slice(0, Math.max(0, key.indexOf('/')))) !== owner)
    throw new Refusal('AccessDenied')
  return owner
}

/** Throws `NoSuchBucket` for an unknown bucket. */
export const requireBucket = async (queries: Queries, id: string): Promise<void> => {
  if ((await findBucket(queries, id)) === undefined) throw new Refusal('NoSuchBucket')
}

/** Finds a bucket with the object of a key. Throws `NoSuchBucket`. */
export const placeOf = async (queries: Queries, bucketId: string, key: string): Promise<Place> => {
  const place = await findPlace(queries, bucketId, key)
  if (place === undefined) throw new Refusal('NoSuchBucket')
  return place
}

/** Finds an object that a caller may read: any in a public bucket, and the caller's own. Others look like missing ones. */
export const readable = async (queries: Queries, caller: Caller, bucketId: string, key: string) => {
  const { rules, row } = await placeOf(queries, bucketId, key)
  if ((rules.public === 0 && row?.owner_id !== ownerOf(caller)) || row === undefined) throw new Refusal('NoSuchKey')
  return { row, isPublic: rules.public === 1, maxAge: 0 }
}

/** Finds an object of a public bucket, which anyone may read. */
export const published = async (queries: Queries, bucketId: string, key: string) => {
  const { rules, row } = await placeOf(queries, bucketId, key)
  if (rules.public !== 1) throw new Refusal('NoSuchBucket')
  if (row === undefined) throw new Refusal('NoSuchKey')
  return { row, isPublic: true, maxAge: Infinity }
}

/** Finds an object of an owner. Throws `NoSuchKey` for all others. */
export const own = async (queries: Queries, owner: string | undefined, bucketId: string, key: string) => {
  const { row } = await placeOf(queries, bucketId, key)
  if (row === undefined || row.owner_id !== owner) throw new Refusal('NoSuchKey')
  return row
}

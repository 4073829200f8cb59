import type { Clock } from '@netbox/core'
import * as v from 'valibot'
import { type Caller, service } from '../../caller.ts'
import { HOUR } from '../../clock.ts'
import { createConcurrencyLimit, enterEach } from '../../concurrency.ts'
import type { Database, Queries } from '../../database/database.ts'
import { lockRow } from '../../database/lock-row.ts'
import type { StorageObjectTable } from '../../database/schema.ts'
import { fromUuid, toUuid } from '../../uuid.ts'
import { newId } from '../../random.ts'
import { parse } from './buckets.ts'
import { listByPrefix, listFolder, listQuery, listV2Query } from './listing.ts'
import { checkKey, readCacheControl, readEncoding, readType, takesType } from './names.ts'
import type { ByteRange, ObjectStore, StoredFile } from './object-store.ts'
import { serializeInfo, serializeObject } from './serialize.ts'
import type { TakeFile, UploadFacts } from './read-upload.ts'
import {
  deleteObjects,
  findBucket,
  findPlace,
  insertObject,
  ownObjects,
  passwordTimeOf,
  type Place,
  updateObject,
  usageOf,
} from './repository.ts'
import type { SignedUrls } from './signed-urls.ts'
import { Refusal } from '../../refusal.ts'

/** The limits of stored data. */
export interface StorageLimits {
  /** The maximum number of bytes in one file. */
  readonly file: number
  /** The maximum number of bytes that one user may store. */
  readonly bytes: number
  /** The maximum number of objects that one user may store. */
  readonly objects: number
}

/** The dependencies of objects. */
export interface ObjectDeps {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: ObjectStore
  readonly urls: SignedUrls
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
}

/** Reads the bytes of an upload with their metadata. */
export type ReadFile = <Result>(take: TakeFile<Result>) => Promise<Result>

/** The maximum size of one upload in bytes, and the refusal of a larger one. */
interface UploadBound {
  readonly bytes: number
  readonly refusal: () => Refusal
}

const WEEK = 7 * 24 * 60 * 60
const UPLOAD_SECONDS = 2 * 60 * 60
/** The maximum numbers of concurrent uploads, and of concurrent downloads: in all, and of one client address. */
const UPLOADS = 64
const UPLOADS_OF_CLIENT = 24
const UPLOADS_OF_USER = 2
const DOWNLOADS = 256
const DOWNLOADS_OF_CLIENT = 64
/** The maximum size of an upload form without its file, in bytes. */
const FORM_ROOM = 65_536
const NO_ACCESS = 'Either the object does not exist or you do not have access to it'

const keyText = v.pipe(v.string(), v.minLength(1))
const moved = v.object({
  bucketId: keyText,
  sourceKey: keyText,
  destinationKey: keyText,
  destinationBucket: v.optional(v.nullable(keyText)),
  sourceVersionId: v.optional(v.unknown()),
})
const copied = v.object({
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(
    v.nullable(
      v.object({
        cacheControl: v.optional(v.string()),
        contentEncoding: v.optional(v.string()),
        mimetype: v.optional(v.string()),
      }),
    ),
  ),
})
const seconds = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.transform((value) => Math.min(value, WEEK)),
)
const keyList = v.pipe(
  v.array(v.union([v.string(), v.object({ versionId: v.unknown() })])),
  v.minLength(1),
  v.maxLength(1000),
)
const signed = v.object({ expiresIn: seconds, versionId: v.optional(v.unknown()) })
const signedMany = v.object({ expiresIn: seconds, paths: keyList })
const removed = v.object({ prefixes: keyList })

const isTooLarge = (error: unknown): boolean => error instanceof Refusal && error.code === 'EntityTooLarge'

/** Refuses a request for a version of an object, because each object has only one. */
export const refuseVersion = (version: unknown): void => {
  if ((version ?? null) !== null) throw new Refusal('NotSupported', { message: 'Object versions are not supported' })
}

const namesOf = (items: v.InferOutput<typeof keyList>): string[] =>
  items.map((item) => {
    if (typeof item === 'string') return item
    throw new Refusal('NotSupported', { message: 'Object versions are not supported' })
  })

/**
 * Returns the owner of an object that a caller stores; undefined for visitors and the service key, who own no objects. An admin who is
 * viewing as a user has no access to that user's objects.
 */
const ownerOf = (caller: Caller): string | undefined => {
  if (caller.kind !== 'user' || caller === service) return undefined
  if (caller.session.actorId !== null) throw new Refusal('AccessDenied')
  return caller.user.id
}

/** Checks that a user writes only below their own id, in either form of the id. */
const checkOwnKey = (owner: string | undefined, key: string): string => {
  checkKey(key)
  if (owner === undefined || fromUuid(key.slice(0, Math.max(0, key.indexOf('/')))) !== owner)
    throw new Refusal('AccessDenied')
  return owner
}

/** Creates the functions that store and return objects. */
export const createObjects = ({ database, clock, store, urls, limits }: ObjectDeps) => {
  const { queries } = database
  const uploads = createConcurrencyLimit(UPLOADS, 'busy')
  const uploadsOfClient = createConcurrencyLimit(UPLOADS_OF_CLIENT, 'rate_limited')
  const uploadsOfUser = createConcurrencyLimit(UPLOADS_OF_USER, 'rate_limited')
  const downloads = createConcurrencyLimit(DOWNLOADS, 'busy')
  const downloadsOfClient = createConcurrencyLimit(DOWNLOADS_OF_CLIENT, 'rate_limited')

  const requireBucket = async (within: Queries, id: string): Promise<void> => {
    if ((await findBucket(within, id)) === undefined) throw new Refusal('NoSuchBucket')
  }

  const placeOf = async (within: Queries, bucketId: string, key: string): Promise<Place> => {
    const place = await findPlace(within, bucketId, key)
    if (place === undefined) throw new Refusal('NoSuchBucket')
    return place
  }

  /** Finds an object that a caller may read; for other callers it looks like a missing one. */
  const readable = async (caller: Caller, bucketId: string, key: string) => {
    const { rules, row } = await placeOf(queries, bucketId, key)
    if ((rules.public === 0 && row?.owner_id !== ownerOf(caller)) || row === undefined) throw new Refusal('NoSuchKey')
    return { row, isPublic: rules.public === 1, maxAge: 0 }
  }

  const own = async (within: Queries, owner: string | undefined, bucketId: string, key: string) => {
    const { row } = await placeOf(within, bucketId, key)
    if (row === undefined || row.owner_id !== owner) throw new Refusal('NoSuchKey')
    return row
  }

  const checkFit = (rules: Place['rules'], mime: string, size: number): void => {
    if (size > Math.min(limits.file, rules.file_size_limit ?? Infinity)) throw new Refusal('EntityTooLarge')
    // The cast is safe: only netbox writes this column.
    const allowed = rules.allowed_mime_types === null ? null : (JSON.parse(rules.allowed_mime_types) as string[])
    if (!takesType(allowed, mime))
      throw new Refusal('InvalidMimeType', { message: `mime type ${mime} is not supported` })
  }

  const quotaReached = () =>
    new Refusal('EntityTooLarge', { message: `Your files may have ${limits.bytes} bytes in total` })

  /** Returns the number of bytes that a user may still store under a key. Throws `EntityTooLarge` if another object is too many. */
  const roomFor = async (within: Queries, owner: string, old: StorageObjectTable | undefined): Promise<number> => {
    const { bytes, objects } = await usageOf(within, owner)
    if (old === undefined && objects >= limits.objects)
      throw new Refusal('EntityTooLarge', { message: `You may store ${limits.objects} objects` })
    return limits.bytes - bytes + (old?.size ?? 0)
  }

  /** Writes the row of a stored file. Returns the replaced version. */
  const record = (
    owner: string,
    { bucket: bucketId, key, isUpsert }: ObjectTarget,
    file: StoredFile,
    facts: UploadFacts,
  ) =>
    database.transaction(async (within) => {
      const now = clock.now()
      await lockRow(within, `storage:${owner}`, now + HOUR)
      const { rules, row: old } = await placeOf(within, bucketId, key)
      checkFit(rules, facts.mime, file.size)
      if (old !== undefined && !isUpsert) throw new Refusal('KeyAlreadyExists')
      if (old !== undefined && old.owner_id !== owner) throw new Refusal('AccessDenied')
      if (file.size > (await roomFor(within, owner, old))) throw quotaReached()
      const change = {
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
        await insertObject(within, {
          id,
          bucket_id: bucketId,
          name: key,
          owner_id: owner,
          created_at: now,
          ...change,
        })
      else await updateObject(within, id, change)
      return { id, replaced: old?.version }
    })

  /** Records a file and removes the unreferenced one: the replaced file, or this one if it was refused. */
  const keep = async (owner: string, target: ObjectTarget, file: StoredFile, facts: UploadFacts) => {
    try {
      const { id, replaced } = await record(owner, target, file, facts)
      if (replaced !== undefined) await store.remove(replaced)
      return { Id: toUuid(id), Key: `${target.bucket}/${target.key}` }
    } catch (error) {
      // After other failures it is unknown whether the row was written; the sweep checks that.
      if (error instanceof Refusal) await store.remove(file.version)
      throw error
    }
  }

  /** Writes the file of an upload; removes a complete file of an incomplete form. */
  const receive = async (rules: Place['rules'], bound: UploadBound, readFile: ReadFile) => {
    let file: StoredFile | undefined
    try {
      return await readFile(async (content, facts) => {
        checkFit(rules, facts.mime, 0)
        file = await store.write(content, bound.bytes)
        return { file, facts }
      })
    } catch (error) {
      if (file !== undefined) await store.remove(file.version)
      throw isTooLarge(error) ? bound.refusal() : error
    }
  }

  /** Returns the largest file that an upload may have: of the service, of its bucket, and of the rest of the user's quota. */
  const boundOf = async (owner: string, { rules, row }: Place): Promise<UploadBound> => {
    const largest = Math.min(limits.file, rules.file_size_limit ?? Infinity)
    const room = await roomFor(queries, owner, row)
    return room < largest
      ? { bytes: room, refusal: quotaReached }
      : { bytes: largest, refusal: () => new Refusal('EntityTooLarge') }
  }

  const upload = async (owner: string, target: UploadTarget, readFile: ReadFile) => {
    const place = await placeOf(queries, target.bucket, target.key)
    if (!target.isUpsert && place.row !== undefined) throw new Refusal('KeyAlreadyExists')
    const bound = await boundOf(owner, place)
    if ((target.length ?? 0) > bound.bytes + FORM_ROOM) throw bound.refusal()
    const leave = enterEach([
      () => uploadsOfUser.enter(owner),
      () => uploadsOfClient.enter(target.client),
      () => uploads.enter(),
    ])
    try {
      const { file, facts } = await receive(place.rules, bound, readFile)
      return await keep(owner, target, file, facts)
    } finally {
      leave()
    }
  }

  /** Returns the claims that identify the owner of a signed URL; a later password change invalidates them. */
  const ownerClaims = async (owner: string) => ({ owner, since: (await passwordTimeOf(queries, owner)) ?? 0 })

  type OwnerClaims = Awaited<ReturnType<typeof ownerClaims>>

  const signedUrl = async (by: OwnerClaims, bucket: string, key: string, expiresIn: number): Promise<string> => {
    const url = `${bucket}/${key}`
    const token = await urls.sign({ url, scope: 'download', ...by, upsert: false }, expiresIn)
    return `/object/sign/${url}?token=${token}`
  }

  /** Checks a token, and that its owner is still active and has not changed the password. */
  const opened = async (token: string, bucket: string, key: string, scope: 'download' | 'upload') => {
    const claims = await urls.verify(token, `${bucket}/${key}`, scope)
    if ((await passwordTimeOf(queries, claims.owner)) !== claims.since) throw new Refusal('InvalidSignature')
    return claims
  }

  const destinationOf = (caller: Caller, body: unknown) => {
    const { bucketId, destinationBucket, sourceVersionId, ...rest } = parse(moved, body)
    refuseVersion(sourceVersionId)
    const bucket = destinationBucket ?? bucketId
    return { ...rest, bucketId, bucket, owner: checkOwnKey(ownerOf(caller), rest.destinationKey) }
  }

  return {
    /** Starts a download of a client and returns the function that ends it. Throws `busy` and `rate_limited`. */
    startDownload: (client: string) => enterEach([() => downloadsOfClient.enter(client), () => downloads.enter()]),
    open: (version: string, range: ByteRange | undefined) => store.open(version, range),
    readable,

    /** Finds the object of a signed URL. */
    signedFor: async (token: string, bucketId: string, key: string) => {
      const { owner, exp } = await opened(token, bucketId, key, 'download')
      const maxAge = Math.max(0, exp - Math.ceil(clock.now() / 1000))
      return { row: await own(queries, owner, bucketId, key), isPublic: false, maxAge }
    },

    /** Finds an object of a public bucket. */
    published: async (bucketId: string, key: string) => {
      const { rules, row } = await placeOf(queries, bucketId, key)
      if (rules.public !== 1) throw new Refusal('NoSuchBucket')
      if (row === undefined) throw new Refusal('NoSuchKey')
      return { row, isPublic: true, maxAge: Infinity }
    },

    info: async (caller: Caller, bucketId: string, key: string) =>
      serializeInfo((await readable(caller, bucketId, key)).row),

    upload: (caller: Caller, target: UploadTarget, readFile: ReadFile) => {
      const owner = checkOwnKey(ownerOf(caller), target.key)
      return upload(owner, target, readFile)
    },

    uploadSigned: async (token: string, target: UploadTarget, readFile: ReadFile) => {
      const { owner, upsert } = await opened(token, target.bucket, target.key, 'upload')
      const { Key } = await upload(owner, { ...target, isUpsert: upsert }, readFile)
      return { Key }
    },

    list: async (caller: Caller, bucketId: string, body: unknown) => {
      const query = parse(listQuery, body)
      await requireBucket(queries, bucketId)
      return listFolder(await ownObjects(queries, bucketId, ownerOf(caller) ?? ''), query)
    },

    listV2: async (caller: Caller, bucketId: string, body: unknown) => {
      const query = parse(listV2Query, body)
      await requireBucket(queries, bucketId)
      return listByPrefix(await ownObjects(queries, bucketId, ownerOf(caller) ?? ''), query)
    },

    move: async (caller: Caller, body: unknown) => {
      const { bucketId, sourceKey, bucket: bucketTo, destinationKey, owner } = destinationOf(caller, body)
      await database.transaction(async (within) => {
        const now = clock.now()
        await lockRow(within, `storage:${owner}`, now + HOUR)
        const row = await own(within, owner, bucketId, sourceKey)
        const destination = await placeOf(within, bucketTo, destinationKey)
        checkFit(destination.rules, row.mime, row.size)
        if (destination.row !== undefined) throw new Refusal('KeyAlreadyExists')
        await updateObject(within, row.id, { bucket_id: bucketTo, name: destinationKey, updated_at: now })
      })
      return { message: 'Successfully moved' }
    },

    /** Copies an object with its metadata, or with new metadata from the client. */
    copy: async (caller: Caller, body: unknown, isUpsert: boolean, userMetadata: string | null) => {
      const { bucketId, sourceKey, bucket, destinationKey: key, owner } = destinationOf(caller, body)
      const { copyMetadata, metadata } = parse(copied, body)
      const source = await own(queries, owner, bucketId, sourceKey)
      const given = copyMetadata ? {} : (metadata ?? {})
      const facts: UploadFacts = {
        mime: given.mimetype === undefined ? source.mime : readType(given.mimetype),
        cacheControl: given.cacheControl === undefined ? source.cache_control : readCacheControl(given.cacheControl),
        encoding: given.contentEncoding === undefined ? source.content_encoding : readEncoding(given.contentEncoding),
        userMetadata: copyMetadata ? source.user_metadata : userMetadata,
      }
      const file = { version: await store.copy(source.version), size: source.size }
      return keep(owner, { bucket, key, isUpsert }, file, facts)
    },

    remove: async (caller: Caller, bucketId: string, body: unknown) => {
      const { prefixes } = parse(removed, body)
      const wanted = new Set(namesOf(prefixes))
      const gone = await database.transaction(async (within) => {
        await requireBucket(within, bucketId)
        const rows = (await ownObjects(within, bucketId, ownerOf(caller) ?? '')).filter(({ name }) => wanted.has(name))
        await deleteObjects(
          within,
          rows.map(({ id }) => id),
        )
        return rows
      })
      for (const { version } of gone) await store.remove(version)
      return gone.map((row: StorageObjectTable) => serializeObject(row))
    },

    sign: async (caller: Caller, bucketId: string, key: string, body: unknown) => {
      const { expiresIn, versionId } = parse(signed, body)
      refuseVersion(versionId)
      const { owner_id: owner } = await own(queries, ownerOf(caller), bucketId, key)
      return { signedURL: await signedUrl(await ownerClaims(owner), bucketId, key, expiresIn) }
    },

    signMany: async (caller: Caller, bucketId: string, body: unknown) => {
      const { expiresIn, ...rest } = parse(signedMany, body)
      const paths = namesOf(rest.paths)
      await requireBucket(queries, bucketId)
      const owner = ownerOf(caller) ?? ''
      const keys = new Set((await ownObjects(queries, bucketId, owner)).map(({ name }) => name))
      const by = await ownerClaims(owner)
      return Promise.all(
        paths.map(async (path) =>
          keys.has(path)
            ? { path, error: null, signedURL: await signedUrl(by, bucketId, path, expiresIn) }
            : { path, error: NO_ACCESS, signedURL: null },
        ),
      )
    },

    signUpload: async (caller: Caller, bucketId: string, key: string, upsert: boolean) => {
      const owner = checkOwnKey(ownerOf(caller), key)
      const { row } = await placeOf(queries, bucketId, key)
      if (!upsert && row !== undefined) throw new Refusal('KeyAlreadyExists')
      const url = `${bucketId}/${key}`
      const token = await urls.sign({ url, scope: 'upload', ...(await ownerClaims(owner)), upsert }, UPLOAD_SECONDS)
      return { url: `/object/upload/sign/${url}?token=${token}`, token }
    },
  }
}

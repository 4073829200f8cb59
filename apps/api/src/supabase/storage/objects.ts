import * as v from 'valibot'
import type { Caller } from '../../caller.ts'
import { createConcurrencyLimit, enterEach } from '../../concurrency.ts'
import { updateRow } from '../../database/dialects.ts'
import type { Reader } from '../../database/database.ts'
import { Refusal } from '../../refusal.ts'
import {
  isOwn,
  listableOf,
  own,
  ownerOfKey,
  placeOf,
  published,
  readable,
  requireBucket,
  requireKeys,
} from './access.ts'
import { parse } from './buckets.ts'
import { listByPrefix, listFolder, listQuery, listV2Query } from './listing.ts'
import { readCacheControl, readEncoding, readType } from './names.ts'
import type { ByteRange } from './object-store.ts'
import type { UploadFacts } from './read-upload.ts'
import { deleteObjects, findObjects, passwordTimeOf } from './repository.ts'
import { serializeInfo, serializeObject } from './serialize.ts'
import type { SignedUrls } from './signed-urls.ts'
import {
  checkFit,
  createUploads,
  keep,
  lockObjects,
  type ReadFile,
  requireRoom,
  type UploadDeps,
  type UploadTarget,
} from './uploads.ts'

export interface ObjectDeps extends UploadDeps {
  readonly urls: SignedUrls
}

const WEEK = 7 * 24 * 60 * 60
const UPLOAD_SECONDS = 2 * 60 * 60
/** The maximum numbers of concurrent downloads: in all, and of one client address. */
const DOWNLOADS = 256
const DOWNLOADS_OF_CLIENT = 64
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

/** Refuses a request for a version of an object, because each object has only one. */
export const refuseVersion = (version: unknown): void => {
  if ((version ?? null) !== null) throw new Refusal('NotSupported', { message: 'Object versions are not supported' })
}

const namesOf = (items: v.InferOutput<typeof keyList>): string[] =>
  items.map((item) => {
    if (typeof item === 'string') return item
    throw new Refusal('NotSupported', { message: 'Object versions are not supported' })
  })

/** Returns the claims that identify the owner of a signed URL; a later password change invalidates them. */
const ownerClaims = async (queries: Reader, owner: string | null) => ({
  owner,
  since: (owner === null ? undefined : await passwordTimeOf(queries, owner)) ?? 0,
})

type OwnerClaims = Awaited<ReturnType<typeof ownerClaims>>

const signedUrl = async (
  urls: SignedUrls,
  by: OwnerClaims,
  bucket: string,
  key: string,
  expiresIn: number,
): Promise<string> => {
  const url = `${bucket}/${key}`
  const token = await urls.sign({ url, scope: 'download', ...by, upsert: false }, expiresIn)
  return `/object/sign/${url}?token=${token}`
}

/** Checks a token, and that its owner is still active and has not changed the password. */
const opened = async (
  { database: { queries }, urls }: ObjectDeps,
  token: string,
  bucket: string,
  key: string,
  scope: 'download' | 'upload',
) => {
  const claims = await urls.verify(token, `${bucket}/${key}`, scope)
  const since = claims.owner === null ? 0 : await passwordTimeOf(queries, claims.owner)
  if (since !== claims.since) throw new Refusal('InvalidSignature')
  return claims
}

const destinationOf = async (queries: Reader, caller: Caller, body: unknown) => {
  const { bucketId, destinationBucket, sourceVersionId, ...rest } = parse(moved, body)
  refuseVersion(sourceVersionId)
  const bucket = destinationBucket ?? bucketId
  return { ...rest, bucketId, bucket, owner: await ownerOfKey(queries, caller, rest.destinationKey) }
}

const createReading = (deps: ObjectDeps) => {
  const { clock, store } = deps
  const { queries } = deps.database
  const downloads = createConcurrencyLimit(DOWNLOADS, 'busy')
  const downloadsOfClient = createConcurrencyLimit(DOWNLOADS_OF_CLIENT, 'rate_limited')
  return {
    /** Starts a download of a client and returns the function that ends it. Throws `busy` and `rate_limited`. */
    startDownload: (client: string) => enterEach([() => downloadsOfClient.enter(client), () => downloads.enter()]),
    open: (version: string, range: ByteRange | undefined) => store.open(version, range),
    readable: (caller: Caller, bucketId: string, key: string) => readable(queries, caller, bucketId, key),
    published: (bucketId: string, key: string) => published(queries, bucketId, key),

    /** Finds the object of a signed URL. */
    signedFor: async (token: string, bucketId: string, key: string) => {
      const { owner, exp } = await opened(deps, token, bucketId, key, 'download')
      const maxAge = Math.max(0, exp - Math.ceil(clock.now() / 1000))
      const { row } = await placeOf(queries, bucketId, key)
      if (row === undefined || row.owner_id !== owner) throw new Refusal('NoSuchKey')
      return { row, by: 'signed URL' as const, maxAge }
    },

    info: async (caller: Caller, bucketId: string, key: string) =>
      serializeInfo((await readable(queries, caller, bucketId, key)).row),

    list: async (caller: Caller, bucketId: string, body: unknown) => {
      const query = parse(listQuery, body)
      await requireBucket(queries, bucketId)
      const prefix = query.prefix.replace(/^\/+/, '')
      return listFolder(queries, { bucket: bucketId, owner: listableOf(caller, prefix) }, { ...query, prefix })
    },

    listV2: async (caller: Caller, bucketId: string, body: unknown) => {
      const query = parse(listV2Query, body)
      await requireBucket(queries, bucketId)
      return listByPrefix(queries, { bucket: bucketId, owner: listableOf(caller, query.prefix) }, query)
    },
  }
}

/** Creates the functions that store, move, copy and remove objects. */
const createChanges = (deps: ObjectDeps) => {
  const { database, clock, store, limits } = deps
  const { queries } = database
  const upload = createUploads(deps)
  return {
    upload: async (caller: Caller, target: UploadTarget, readFile: ReadFile) =>
      upload(await ownerOfKey(queries, caller, target.key), target, readFile),

    uploadSigned: async (token: string, target: UploadTarget, readFile: ReadFile) => {
      const { owner, upsert } = await opened(deps, token, target.bucket, target.key, 'upload')
      const { Key } = await upload(owner, { ...target, isUpsert: upsert }, readFile)
      return { Key }
    },

    move: async (caller: Caller, body: unknown) => {
      const {
        bucketId,
        sourceKey,
        bucket: bucketTo,
        destinationKey,
        owner,
      } = await destinationOf(queries, caller, body)
      await database.transaction(async (within) => {
        const now = clock.now()
        await lockObjects(within, owner, now)
        const row = await own(within, caller, bucketId, sourceKey)
        const destination = await placeOf(within, bucketTo, destinationKey)
        checkFit(limits, destination.rules, row.mime, row.size)
        if (destination.row !== undefined) throw new Refusal('KeyAlreadyExists')
        if (row.owner_id !== owner) await requireRoom(limits, within, owner, row.size)
        await updateRow(within, 'storage_objects', row.id, {
          bucket_id: bucketTo,
          name: destinationKey,
          owner_id: owner,
          updated_at: now,
        })
      })
      return { message: 'Successfully moved' }
    },

    /** Copies an object with its metadata, or with new metadata from the client. */
    copy: async (caller: Caller, body: unknown, isUpsert: boolean, userMetadata: string | null) => {
      const { bucketId, sourceKey, bucket, destinationKey: key, owner } = await destinationOf(queries, caller, body)
      const { copyMetadata, metadata } = parse(copied, body)
      const source = await own(queries, caller, bucketId, sourceKey)
      const given = copyMetadata ? {} : (metadata ?? {})
      const facts: UploadFacts = {
        mime: given.mimetype === undefined ? source.mime : readType(given.mimetype),
        cacheControl: given.cacheControl === undefined ? source.cache_control : readCacheControl(given.cacheControl),
        encoding: given.contentEncoding === undefined ? source.content_encoding : readEncoding(given.contentEncoding),
        userMetadata: copyMetadata ? source.user_metadata : userMetadata,
      }
      const file = { version: await store.copy(source.version), size: source.size }
      return keep(deps, owner, { bucket, key, isUpsert }, file, facts)
    },

    remove: async (caller: Caller, bucketId: string, body: unknown) => {
      const { prefixes } = parse(removed, body)
      const keys = namesOf(prefixes)
      const gone = await database.transaction(async (within) => {
        await requireBucket(within, bucketId)
        requireKeys(caller, keys)
        const rows = (await findObjects(within, bucketId, keys)).filter((row) => isOwn(caller, row))
        await deleteObjects(
          within,
          rows.map(({ id }) => id),
        )
        return rows
      })
      for (const { version } of gone) await store.remove(version)
      return gone.map((row) => serializeObject(row))
    },
  }
}

const createSigning = ({ database: { queries }, urls }: ObjectDeps) => ({
  sign: async (caller: Caller, bucketId: string, key: string, body: unknown) => {
    const { expiresIn, versionId } = parse(signed, body)
    refuseVersion(versionId)
    const { owner_id: owner } = await own(queries, caller, bucketId, key)
    return { signedURL: await signedUrl(urls, await ownerClaims(queries, owner), bucketId, key, expiresIn) }
  },

  signMany: async (caller: Caller, bucketId: string, body: unknown) => {
    const { expiresIn, ...rest } = parse(signedMany, body)
    const paths = namesOf(rest.paths)
    await requireBucket(queries, bucketId)
    const rows = (await findObjects(queries, bucketId, paths)).filter((row) => isOwn(caller, row))
    const owners = new Map(rows.map((row) => [row.name, row.owner_id]))
    const claims = new Map<string | null, OwnerClaims>()
    for (const owner of new Set(owners.values())) claims.set(owner, await ownerClaims(queries, owner))
    return Promise.all(
      paths.map(async (path) => {
        const by = claims.get(owners.get(path) ?? null)
        return owners.has(path) && by !== undefined
          ? { path, error: null, signedURL: await signedUrl(urls, by, bucketId, path, expiresIn) }
          : { path, error: NO_ACCESS, signedURL: null }
      }),
    )
  },

  signUpload: async (caller: Caller, bucketId: string, key: string, upsert: boolean) => {
    const owner = await ownerOfKey(queries, caller, key)
    const { row } = await placeOf(queries, bucketId, key)
    if (!upsert && row !== undefined) throw new Refusal('KeyAlreadyExists')
    const url = `${bucketId}/${key}`
    const token = await urls.sign(
      { url, scope: 'upload', ...(await ownerClaims(queries, owner)), upsert },
      UPLOAD_SECONDS,
    )
    return { url: `/object/upload/sign/${url}?token=${token}`, token }
  },
})

/** Creates the functions that store and return objects. */
export const createObjects = (deps: ObjectDeps) => ({
  ...createReading(deps),
  ...createChanges(deps),
  ...createSigning(deps),
})

export type Objects = ReturnType<typeof createObjects>

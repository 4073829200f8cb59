import { limiterKey } from '../../http/client-address.ts'
import { paramOf, type SupabaseApi, type SupabaseRoute } from '../../http/supabase.ts'
import type { Context } from '../../context.ts'
import type { ObjectStore } from './object-store.ts'
import { createSignedUrls } from './signed-urls.ts'
import type { RequestContext } from '../../http/middleware/request-context.ts'
import { createBuckets } from './buckets.ts'
import { createObjects, refuseVersion } from './objects.ts'
import type { StorageLimits, UploadTarget } from './uploads.ts'
import { metadataOf, readUpload } from './read-upload.ts'
import { type ReadableObject, sendObject } from './send-object.ts'
import { describeStorageError } from './errors.ts'
import { Refusal } from '../../refusal.ts'

/** The parts of the context that the storage needs. */
export interface StorageContext extends Pick<Context, 'database' | 'clock'> {
  readonly config: Pick<Context['config'], 'encryptionKeys'> & { readonly storage: { readonly limits: StorageLimits } }
  readonly metrics: Pick<Context['metrics'], 'counter'>
}

const isUpsert = (ctx: RequestContext): boolean => ctx.get('x-upsert') === 'true'
const tokenOf = (ctx: RequestContext): string => ctx.URL.searchParams.get('token') ?? ''
const bucketOf = (ctx: RequestContext): string => paramOf(ctx, 'bucket')
const keyOf = (ctx: RequestContext): string => paramOf(ctx, 'key')
const versionOf = (ctx: RequestContext): string | null => ctx.URL.searchParams.get('versionId')

const targetOf = (ctx: RequestContext, upsert = isUpsert(ctx)): UploadTarget => ({
  bucket: bucketOf(ctx),
  key: keyOf(ctx),
  isUpsert: upsert,
  length: ctx.request.length,
  client: limiterKey(ctx.ip),
})

/** Responds with JSON. */
const json =
  (work: (ctx: RequestContext) => Promise<object>): SupabaseRoute['handle'] =>
  async (ctx) => {
    ctx.body = await work(ctx)
  }

const BUCKET = '/bucket/:bucket'
const KEY = '/:bucket/{*key}'

/** Creates the API of stored files. Of several routes for one path, the first one responds. */
export const storageApi = ({ config, database, clock, metrics }: StorageContext, store: ObjectStore): SupabaseApi => {
  const buckets = createBuckets({ database, clock, store })
  const urls = createSignedUrls(config.encryptionKeys, clock)
  const objects = createObjects({ database, clock, store, urls, limits: config.storage.limits })
  // A file may be missing after restoring a backup.
  const missing = metrics.counter('netbox_storage_missing_files_total', 'Reads of objects whose file is missing.')

  /** Responds with an object. If its version was replaced in between, looks it up again. */
  const serve =
    (find: (ctx: RequestContext) => Promise<ReadableObject>): SupabaseRoute['handle'] =>
    async (ctx) => {
      refuseVersion(versionOf(ctx))
      const isSent = async (): Promise<boolean> => {
        const found = await find(ctx)
        return sendObject(ctx, found, async (range) => {
          const leave = objects.startDownload(limiterKey(ctx.ip))
          // The client takes the last bytes after the service has sent them.
          if (ctx.res.closed) leave()
          else ctx.res.once('close', leave)
          return objects.open(found.row.version, range)
        })
      }
      if ((await isSent()) || (await isSent())) return
      missing.inc({})
      throw new Refusal('NoSuchKey')
    }

  const read = serve((ctx) => objects.readable(ctx.state.caller, bucketOf(ctx), keyOf(ctx)))
  const fileOf =
    (ctx: RequestContext) =>
    <Result>(take: Parameters<typeof readUpload<Result>>[1]) =>
      readUpload(ctx.req, take)
  const put = (upsert?: true) => json((ctx) => objects.upload(ctx.state.caller, targetOf(ctx, upsert), fileOf(ctx)))

  const unsupported = [
    '/render/{*path}',
    '/cdn/{*path}',
    `${BUCKET}/lifecycle`,
    '/upload/resumable{/*path}',
    '/vector/{*path}',
    '/iceberg/{*path}',
  ].flatMap((path) =>
    (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method): SupabaseRoute => ({
      name: 'storage.unsupported',
      method,
      path,
      isOpen: true,
      isRaw: true,
      handle: async () => {
        throw new Refusal('NotSupported')
      },
    })),
  )

  return {
    prefix: '/storage/v1',
    describeError: describeStorageError,
    routes: [
      ...unsupported,
      {
        name: 'storage.buckets',
        method: 'GET',
        path: '/bucket',
        handle: json((ctx) => {
          const get = (name: string) => ctx.URL.searchParams.get(name)
          const [limit, offset, search] = [get('limit'), get('offset'), get('search')]
          const order = { sortColumn: get('sortColumn'), sortOrder: get('sortOrder') }
          return buckets.list(ctx.state.caller, { limit, offset, search, ...order })
        }),
      },
      {
        name: 'storage.createBucket',
        method: 'POST',
        path: '/bucket',
        handle: json((ctx) => buckets.create(ctx.state.caller, ctx.request.body)),
      },
      {
        name: 'storage.bucket',
        method: 'GET',
        path: BUCKET,
        handle: json((ctx) => buckets.get(ctx.state.caller, bucketOf(ctx))),
      },
      {
        name: 'storage.updateBucket',
        method: 'PUT',
        path: BUCKET,
        handle: json((ctx) => buckets.update(ctx.state.caller, bucketOf(ctx), ctx.request.body)),
      },
      {
        name: 'storage.deleteBucket',
        method: 'DELETE',
        path: BUCKET,
        handle: json((ctx) => buckets.delete(ctx.state.caller, bucketOf(ctx))),
      },
      {
        name: 'storage.emptyBucket',
        method: 'POST',
        path: `${BUCKET}/empty`,
        handle: json((ctx) => buckets.empty(ctx.state.caller, bucketOf(ctx))),
      },
      {
        name: 'storage.list',
        method: 'POST',
        path: '/object/list/:bucket',
        isRead: true,
        handle: json((ctx) => objects.list(ctx.state.caller, bucketOf(ctx), ctx.request.body ?? {})),
      },
      {
        name: 'storage.listV2',
        method: 'POST',
        path: '/object/list-v2/:bucket',
        isRead: true,
        handle: json((ctx) => objects.listV2(ctx.state.caller, bucketOf(ctx), ctx.request.body ?? {})),
      },
      {
        name: 'storage.move',
        method: 'POST',
        path: '/object/move',
        handle: json((ctx) => objects.move(ctx.state.caller, ctx.request.body)),
      },
      {
        name: 'storage.copy',
        method: 'POST',
        path: '/object/copy',
        handle: json((ctx) =>
          objects.copy(ctx.state.caller, ctx.request.body, isUpsert(ctx), metadataOf(ctx.req.headers)),
        ),
      },
      {
        name: 'storage.signUpload',
        method: 'POST',
        path: `/object/upload/sign${KEY}`,
        handle: json((ctx) => objects.signUpload(ctx.state.caller, bucketOf(ctx), keyOf(ctx), isUpsert(ctx))),
      },
      {
        name: 'storage.uploadSigned',
        method: 'PUT',
        path: `/object/upload/sign${KEY}`,
        isOpen: true,
        isRaw: true,
        handle: json((ctx) => objects.uploadSigned(tokenOf(ctx), targetOf(ctx), fileOf(ctx))),
      },
      {
        name: 'storage.signMany',
        method: 'POST',
        path: '/object/sign/:bucket',
        isRead: true,
        handle: json((ctx) => objects.signMany(ctx.state.caller, bucketOf(ctx), ctx.request.body)),
      },
      {
        name: 'storage.sign',
        method: 'POST',
        path: `/object/sign${KEY}`,
        isRead: true,
        handle: json((ctx) => objects.sign(ctx.state.caller, bucketOf(ctx), keyOf(ctx), ctx.request.body)),
      },
      {
        name: 'storage.signed',
        method: 'GET',
        path: `/object/sign${KEY}`,
        isOpen: true,
        isRaw: true,
        handle: serve((ctx) => objects.signedFor(tokenOf(ctx), bucketOf(ctx), keyOf(ctx))),
      },
      {
        name: 'storage.public',
        method: 'GET',
        path: `/object/public${KEY}`,
        isOpen: true,
        isRaw: true,
        handle: serve((ctx) => objects.published(bucketOf(ctx), keyOf(ctx))),
      },
      {
        name: 'storage.info',
        method: 'GET',
        path: `/object/info${KEY}`,
        handle: json((ctx) => {
          refuseVersion(versionOf(ctx))
          return objects.info(ctx.state.caller, bucketOf(ctx), keyOf(ctx))
        }),
      },
      { name: 'storage.authenticated', method: 'GET', path: `/object/authenticated${KEY}`, isRaw: true, handle: read },
      { name: 'storage.get', method: 'GET', path: `/object${KEY}`, isRaw: true, handle: read },
      { name: 'storage.upload', method: 'POST', path: `/object${KEY}`, isRaw: true, handle: put() },
      { name: 'storage.replace', method: 'PUT', path: `/object${KEY}`, isRaw: true, handle: put(true) },
      {
        name: 'storage.remove',
        method: 'DELETE',
        path: '/object/:bucket',
        handle: json((ctx) => objects.remove(ctx.state.caller, bucketOf(ctx), ctx.request.body)),
      },
    ],
  }
}

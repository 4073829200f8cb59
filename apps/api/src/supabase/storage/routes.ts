import { limiterKey } from '../../http/client-address.ts'
import { paramOf, type SupabaseApi, type SupabaseRoute, supabaseRoute } from '../../http/supabase.ts'
import type { Context } from '../../context.ts'
import type { ObjectStore } from './object-store.ts'
import { createSignedUrls } from './signed-urls.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
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
const tokenOf = (ctx: RequestContext): string => queryOf(ctx).get('token') ?? ''
const bucketOf = (ctx: RequestContext): string => paramOf(ctx, 'bucket')
const keyOf = (ctx: RequestContext): string => paramOf(ctx, 'key')
const versionOf = (ctx: RequestContext): string | null => queryOf(ctx).get('versionId')

const targetOf = (ctx: RequestContext, upsert = isUpsert(ctx)): UploadTarget => ({
  bucket: bucketOf(ctx),
  key: keyOf(ctx),
  isUpsert: upsert,
  length: ctx.request.length,
  client: limiterKey(ctx.ip),
  signal: ctx.state.signal(),
})

/** Responds with JSON. */
const json =
  (work: (ctx: RequestContext) => Promise<object>): SupabaseRoute['handle'] =>
  async (ctx) => {
    ctx.body = await work(ctx)
  }

const callerOf = (ctx: RequestContext) => ctx.state.caller
const bodyOf = (ctx: RequestContext): unknown => ctx.request.body

const route: typeof supabaseRoute = (name, ...more) => supabaseRoute(`storage.${name}`, ...more)

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
      route(
        'buckets',
        'GET /bucket',
        json((ctx) => {
          const get = (name: string) => queryOf(ctx).get(name)
          const [limit, offset, search] = [get('limit'), get('offset'), get('search')]
          const order = { sortColumn: get('sortColumn'), sortOrder: get('sortOrder') }
          return buckets.list(callerOf(ctx), { limit, offset, search, ...order })
        }),
      ),
      route(
        'createBucket',
        'POST /bucket',
        json((ctx) => buckets.create(callerOf(ctx), bodyOf(ctx))),
      ),
      route(
        'bucket',
        `GET ${BUCKET}`,
        json((ctx) => buckets.get(callerOf(ctx), bucketOf(ctx))),
      ),
      route(
        'updateBucket',
        `PUT ${BUCKET}`,
        json((ctx) => buckets.update(callerOf(ctx), bucketOf(ctx), bodyOf(ctx))),
      ),
      route(
        'deleteBucket',
        `DELETE ${BUCKET}`,
        json((ctx) => buckets.delete(callerOf(ctx), bucketOf(ctx))),
      ),
      route(
        'emptyBucket',
        `POST ${BUCKET}/empty`,
        json((ctx) => buckets.empty(callerOf(ctx), bucketOf(ctx))),
      ),
      route(
        'list',
        'POST /object/list/:bucket',
        json((ctx) => objects.list(callerOf(ctx), bucketOf(ctx), bodyOf(ctx) ?? {})),
        { isRead: true },
      ),
      route(
        'listV2',
        'POST /object/list-v2/:bucket',
        json((ctx) => objects.listV2(callerOf(ctx), bucketOf(ctx), bodyOf(ctx) ?? {})),
        { isRead: true },
      ),
      route(
        'move',
        'POST /object/move',
        json((ctx) => objects.move(callerOf(ctx), bodyOf(ctx))),
      ),
      route(
        'copy',
        'POST /object/copy',
        json((ctx) => objects.copy(callerOf(ctx), bodyOf(ctx), isUpsert(ctx), metadataOf(ctx.req.headers))),
      ),
      route(
        'signUpload',
        `POST /object/upload/sign${KEY}`,
        json((ctx) => objects.signUpload(callerOf(ctx), bucketOf(ctx), keyOf(ctx), isUpsert(ctx))),
      ),
      route(
        'uploadSigned',
        `PUT /object/upload/sign${KEY}`,
        json((ctx) => objects.uploadSigned(tokenOf(ctx), targetOf(ctx), fileOf(ctx))),
        { isOpen: true, isRaw: true },
      ),
      route(
        'signMany',
        'POST /object/sign/:bucket',
        json((ctx) => objects.signMany(callerOf(ctx), bucketOf(ctx), bodyOf(ctx))),
        { isRead: true },
      ),
      route(
        'sign',
        `POST /object/sign${KEY}`,
        json((ctx) => objects.sign(callerOf(ctx), bucketOf(ctx), keyOf(ctx), bodyOf(ctx))),
        { isRead: true },
      ),
      route(
        'signed',
        `GET /object/sign${KEY}`,
        serve((ctx) => objects.signedFor(tokenOf(ctx), bucketOf(ctx), keyOf(ctx))),
        { isOpen: true, isRaw: true },
      ),
      route(
        'public',
        `GET /object/public${KEY}`,
        serve((ctx) => objects.published(bucketOf(ctx), keyOf(ctx))),
        { isOpen: true, isRaw: true },
      ),
      route(
        'info',
        `GET /object/info${KEY}`,
        json((ctx) => {
          refuseVersion(versionOf(ctx))
          return objects.info(callerOf(ctx), bucketOf(ctx), keyOf(ctx))
        }),
      ),
      route('authenticated', `GET /object/authenticated${KEY}`, read, { isRaw: true }),
      route('get', `GET /object${KEY}`, read, { isRaw: true }),
      route('upload', `POST /object${KEY}`, put(), { isRaw: true }),
      route('replace', `PUT /object${KEY}`, put(true), { isRaw: true }),
      route(
        'remove',
        'DELETE /object/:bucket',
        json((ctx) => objects.remove(callerOf(ctx), bucketOf(ctx), bodyOf(ctx))),
      ),
    ],
  }
}

import { limiterKey } from '../../http/client-address.ts'
import { paramOf, type SupabaseApi, type SupabaseRoute, supabaseRoute } from '../../http/supabase.ts'
import type { Context } from '../../context.ts'
import type { Counter } from '../../metrics.ts'
import type { ObjectStore } from './object-store.ts'
import { createSignedUrls } from './signed-urls.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import { type Buckets, createBuckets } from './buckets.ts'
import { createObjects, type Objects, refuseVersion } from './objects.ts'
import type { StorageLimits, UploadTarget } from './uploads.ts'
import { metadataOf, readUpload } from './read-upload.ts'
import { type ReadableObject, sendObject } from './send-object.ts'
import { describeStorageError } from './errors.ts'
import { Refusal } from '../../refusal.ts'

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

const callerOf = (ctx: RequestContext) => ctx.state.caller
const bodyOf = (ctx: RequestContext): unknown => ctx.request.body

const route: typeof supabaseRoute = (name, ...more) => supabaseRoute(`storage.${name}`, ...more)

const READ = { isRead: true } as const
/** The options of a route whose request is read as a stream, and of one that needs no key too. */
const RAW = { isRaw: true } as const
const OPEN = { isOpen: true, isRaw: true } as const

const BUCKET = '/bucket/:bucket'
const KEY = '/:bucket/{*key}'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The routes that netbox doesn't support. */
const unsupported = [
  '/render/{*path}',
  '/cdn/{*path}',
  `${BUCKET}/lifecycle`,
  '/upload/resumable{/*path}',
  '/vector/{*path}',
  '/iceberg/{*path}',
].flatMap((path) =>
  METHODS.map((method) =>
    route(
      'unsupported',
      `${method} ${path}`,
      async () => {
        throw new Refusal('NotSupported')
      },
      OPEN,
    ),
  ),
)

const bucketRoutes = (buckets: Buckets): readonly SupabaseRoute[] => [
  route('buckets', 'GET /bucket', (ctx) => {
    const get = (name: string) => queryOf(ctx).get(name)
    const [limit, offset, search] = [get('limit'), get('offset'), get('search')]
    const order = { sortColumn: get('sortColumn'), sortOrder: get('sortOrder') }
    return buckets.list(callerOf(ctx), { limit, offset, search, ...order })
  }),
  route('createBucket', 'POST /bucket', (ctx) => buckets.create(callerOf(ctx), bodyOf(ctx))),
  route('bucket', `GET ${BUCKET}`, (ctx) => buckets.get(callerOf(ctx), bucketOf(ctx))),
  route('updateBucket', `PUT ${BUCKET}`, (ctx) => buckets.update(callerOf(ctx), bucketOf(ctx), bodyOf(ctx))),
  route('deleteBucket', `DELETE ${BUCKET}`, (ctx) => buckets.delete(callerOf(ctx), bucketOf(ctx))),
  route('emptyBucket', `POST ${BUCKET}/empty`, (ctx) => buckets.empty(callerOf(ctx), bucketOf(ctx))),
]

/** The routes that list, move, copy and sign objects. */
const objectRoutes = (objects: Objects): readonly SupabaseRoute[] => [
  route(
    'list',
    'POST /object/list/:bucket',
    (ctx) => objects.list(callerOf(ctx), bucketOf(ctx), bodyOf(ctx) ?? {}),
    READ,
  ),
  route(
    'listV2',
    'POST /object/list-v2/:bucket',
    (ctx) => objects.listV2(callerOf(ctx), bucketOf(ctx), bodyOf(ctx) ?? {}),
    READ,
  ),
  route('move', 'POST /object/move', (ctx) => objects.move(callerOf(ctx), bodyOf(ctx))),
  route('copy', 'POST /object/copy', (ctx) =>
    objects.copy(callerOf(ctx), bodyOf(ctx), isUpsert(ctx), metadataOf(ctx.req.headers)),
  ),
  route('signUpload', `POST /object/upload/sign${KEY}`, (ctx) =>
    objects.signUpload(callerOf(ctx), bucketOf(ctx), keyOf(ctx), isUpsert(ctx)),
  ),
  route(
    'signMany',
    'POST /object/sign/:bucket',
    (ctx) => objects.signMany(callerOf(ctx), bucketOf(ctx), bodyOf(ctx)),
    READ,
  ),
  route(
    'sign',
    `POST /object/sign${KEY}`,
    (ctx) => objects.sign(callerOf(ctx), bucketOf(ctx), keyOf(ctx), bodyOf(ctx)),
    READ,
  ),
  route('info', `GET /object/info${KEY}`, (ctx) => {
    refuseVersion(versionOf(ctx))
    return objects.info(callerOf(ctx), bucketOf(ctx), keyOf(ctx))
  }),
]

type FindObject = (ctx: RequestContext) => Promise<ReadableObject>

interface DownloadServices {
  readonly objects: Objects
  /** Counts reads of objects whose file is missing: after restoring a backup, some may be. */
  readonly missing: Counter
}

/** Sends an object. If its version was replaced in between, looks it up again. */
const serve = async (ctx: RequestContext, { objects, missing }: DownloadServices, find: FindObject): Promise<void> => {
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

/** The routes that send the content of objects. The last path matches every path of the others. */
const downloadRoutes = (services: DownloadServices): readonly SupabaseRoute[] => {
  const { objects } = services
  const download = (name: string, path: string, find: FindObject, more: typeof RAW | typeof OPEN) =>
    route(name, `GET ${path}`, (ctx) => serve(ctx, services, find), more)
  const read: FindObject = (ctx) => objects.readable(callerOf(ctx), bucketOf(ctx), keyOf(ctx))
  const signed: FindObject = (ctx) => objects.signedFor(tokenOf(ctx), bucketOf(ctx), keyOf(ctx))
  return [
    download('signed', `/object/sign${KEY}`, signed, OPEN),
    download('public', `/object/public${KEY}`, (ctx) => objects.published(bucketOf(ctx), keyOf(ctx)), OPEN),
    download('authenticated', `/object/authenticated${KEY}`, read, RAW),
    download('get', `/object${KEY}`, read, RAW),
  ]
}

/** The routes that write and remove objects. The last paths match every path of the others. */
const uploadRoutes = (objects: Objects): readonly SupabaseRoute[] => {
  const fileOf =
    (ctx: RequestContext) =>
    <Result>(take: Parameters<typeof readUpload<Result>>[1]) =>
      readUpload(ctx.req, take)
  const put = (upsert?: true) => (ctx: RequestContext) =>
    objects.upload(callerOf(ctx), targetOf(ctx, upsert), fileOf(ctx))
  return [
    route(
      'uploadSigned',
      `PUT /object/upload/sign${KEY}`,
      (ctx) => objects.uploadSigned(tokenOf(ctx), targetOf(ctx), fileOf(ctx)),
      OPEN,
    ),
    route('upload', `POST /object${KEY}`, put(), RAW),
    route('replace', `PUT /object${KEY}`, put(true), RAW),
    route('remove', 'DELETE /object/:bucket', (ctx) => objects.remove(callerOf(ctx), bucketOf(ctx), bodyOf(ctx))),
  ]
}

/** Creates the API of stored files. Of several routes for one path, the first one responds. */
export const storageApi = ({ config, database, clock, metrics }: StorageContext, store: ObjectStore): SupabaseApi => {
  const urls = createSignedUrls(config.encryptionKeys, clock)
  const objects = createObjects({ database, clock, store, urls, limits: config.storage.limits })
  const missing = metrics.counter('netbox_storage_missing_files_total', 'Reads of objects whose file is missing.')
  return {
    prefix: '/storage/v1',
    describeError: describeStorageError,
    routes: [
      ...unsupported,
      ...bucketRoutes(createBuckets({ database, clock, store })),
      ...objectRoutes(objects),
      ...downloadRoutes({ objects, missing }),
      ...uploadRoutes(objects),
    ],
  }
}

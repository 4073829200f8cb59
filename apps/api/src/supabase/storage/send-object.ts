import { once } from 'node:events'
import contentDisposition from 'content-disposition'
import type { StorageObjectTable } from '../../schema.ts'
import { queryOf, type RequestContext } from '../../http/middleware/request-context.ts'
import { readType } from './names.ts'
import type { ByteRange, Content } from './object-store.ts'
import { Refusal } from '../../refusal.ts'

/** An object that a caller may read. */
export interface ReadableObject {
  readonly row: StorageObjectTable
  /** What permits the read: a public bucket, a signed URL, or the caller's session or key. */
  readonly by: 'public bucket' | 'signed URL' | 'caller'
  /** The maximum time, in seconds, for which a cache may use a private object without another access check. */
  readonly maxAge: number
}

/** Media types that browsers may show. Other files, including SVG and HTML, are downloaded, so that they can't run scripts. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|text\/plain|audio\/[\w.+-]+|video\/[\w.+-]+)\s*(?:;|$)/i

/** Returns how caches may keep an object: as its owner chose, but a private one no longer than its access check is valid. */
const cacheControlOf = ({ row, by, maxAge }: ReadableObject): string => {
  if (by === 'public bucket') return `public, ${row.cache_control}`
  const directives = row.cache_control.split(', ')
  const isAge = (directive: string): boolean => /^(?:s-maxage|max-age)=/.test(directive)
  const ages = directives
    .filter((item) => item.startsWith('max-age='))
    .map((item) => Number(item.slice('max-age='.length)))
  const kept = directives.filter((item) => !isAge(item) && item !== 'must-revalidate')
  return ['private', ...kept, `max-age=${Math.min(maxAge, ...ages)}`, 'must-revalidate'].join(', ')
}

const setHeaders = (ctx: RequestContext, object: ReadableObject): void => {
  const { row, by } = object
  const download = queryOf(ctx).get('download')
  const mime = readType(row.mime)
  const type = SHOWN.test(mime) && download === null ? 'inline' : 'attachment'
  const name = download === null || download === '' ? row.name.slice(row.name.lastIndexOf('/') + 1) : download
  ctx.set('Content-Type', mime)
  if (row.content_encoding !== null) ctx.set('Content-Encoding', row.content_encoding)
  ctx.set('Content-Disposition', contentDisposition(name.slice(0, 255), { type }))
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'")
  ctx.set('Cache-Control', cacheControlOf(object))
  // For a signed URL, the token is the permission, so pages of any origin may show the object.
  if (by !== 'caller') ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Accept-Ranges', 'bytes')
}

/** Returns a time in whole seconds, as in HTTP. */
const secondsOf = (at: number): number => Math.floor(at / 1000)

/** Refuses a request whose conditions are not met (RFC 9110, 13.1). */
const checkConditions = (ctx: RequestContext, { etag, updated_at }: StorageObjectTable): void => {
  const [match, since] = [ctx.get('If-Match'), ctx.get('If-Unmodified-Since')]
  const tags = new Set(match.split(',').map((tag) => tag.trim()))
  const isSame =
    match === '' ? !(secondsOf(updated_at) > secondsOf(Date.parse(since))) : tags.has('*') || tags.has(etag)
  if (!isSame) throw new Refusal('InvalidRequest', { message: 'A precondition of the request failed' })
}

/** Parses the requested range; undefined for the whole object, several ranges, or a range of a replaced version. */
const readRange = (ctx: RequestContext, { size, etag, updated_at }: StorageObjectTable): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range').trim()) ?? []
  const ifRange = ctx.get('If-Range')
  const isCurrent = ifRange === '' || ifRange === etag || secondsOf(Date.parse(ifRange)) >= secondsOf(updated_at)
  if (!isCurrent || (first === '' && last === '') || (first !== '' && last !== '' && Number(last) < Number(first)))
    return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw new Refusal('InvalidRange')
  return { start, end }
}

/** Sends the parts of a file as fast as the client takes them. Closes the connection if some are missing. */
const sendParts = async ({ res, state }: RequestContext, content: Content, length: number): Promise<void> => {
  try {
    let left = length
    for await (const part of content) {
      left -= part.length
      if (!res.write(part) && left > 0) await once(res, 'drain', { signal: state.signal() })
    }
    if (left === 0) res.end()
    else res.destroy()
  } catch {
    // The client or the store has closed its connection.
    res.destroy()
  }
}

/** Sends an object, or the requested part of it. Returns false, without sending anything, if its file is gone. */
export const sendObject = async (
  ctx: RequestContext,
  object: ReadableObject,
  open: (range: ByteRange | undefined) => Promise<Content | undefined>,
): Promise<boolean> => {
  const { row } = object
  checkConditions(ctx, row)
  ctx.status = 200
  const validators = { ETag: row.etag, 'Last-Modified': new Date(row.updated_at).toUTCString() }
  ctx.set(validators)
  const isFresh = ctx.fresh
  for (const name of Object.keys(validators)) ctx.remove(name)
  const range = isFresh ? undefined : readRange(ctx, row)
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  // Passes the end of the requested range, if any, so that nothing beyond it is read.
  const content = isFresh || ctx.method === 'HEAD' ? null : await open(row.size === 0 ? undefined : { start, end })
  if (content === undefined) return false
  setHeaders(ctx, object)
  ctx.set(validators)
  if (isFresh) {
    ctx.status = 304
    return true
  }
  if (range !== undefined) {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${start}-${end}/${row.size}`)
  }
  const length = end - start + 1
  ctx.length = length
  if (content === null) return true
  ctx.respond = false
  void sendParts(ctx, content, length)
  return true
}

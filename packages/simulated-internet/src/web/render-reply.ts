import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { fill, fillText, type HttpReply, type JsonValue, type RequestFacts, textOf } from '@netbox/core/web'
import type { Page } from './send-page.ts'

const LARGEST_BODY = 1_000_000
const MOST_LINES = 10_000
const LONGEST_DELAY = 30_000

/** Returns the number that a stated number or fact has; undefined if the fact is no number from 0. */
const numberIn = (stated: number | string, facts: RequestFacts): number | undefined => {
  const text = textOf(fill(stated, facts)).trim()
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Returns octets that follow from a text, as many as wanted. */
const drawnOctets = (text: string, count: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, index) =>
    createHash('sha256').update(`${text} ${index}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, count)
}

/** The body of a reply with its type. */
interface Content {
  readonly body: Buffer
  readonly type: string
  readonly chunks?: Page['chunks'] | undefined
}

/** Returns a value as a body. Its fact `{length}` is the length of the body. */
const jsonBody = (value: JsonValue, facts: RequestFacts): Buffer => {
  const bodyWith = (length: number) =>
    Buffer.from(`${JSON.stringify(fill(value, { ...facts, length: `${length}` }), null, 2)}\n`)
  let body = bodyWith(0)
  // A longer number can make the body longer once more.
  for (let tries = 0; tries < 3; tries++) {
    const next = bodyWith(body.length)
    if (next.length === body.length) return next
    body = next
  }
  return body
}

const linesOf = (lines: NonNullable<HttpReply['lines']>, facts: RequestFacts): Content => {
  const values =
    'count' in lines
      ? Array.from({ length: Math.min(numberIn(lines.count, facts) ?? 0, MOST_LINES) }, (_, line) =>
          fill(lines.value, { ...facts, line }),
        )
      : lines.map((value, line) => fill(value, { ...facts, line }))
  const isText = values.every((value) => typeof value === 'string')
  const text = values.map((value) => `${isText ? textOf(value) : JSON.stringify(value)}\n`).join('')
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  return { body: Buffer.from(text.slice(0, LARGEST_BODY)), type, chunks: 'lines' }
}

const octetsOf = (bytes: NonNullable<HttpReply['bytes']>, facts: RequestFacts, seed: string): Content => {
  const { count: stated, text, chunk } = typeof bytes === 'object' ? bytes : { count: bytes }
  const count = Math.min(Math.floor(numberIn(stated, facts) ?? 0), LARGEST_BODY)
  const body = text === undefined ? drawnOctets(`${seed} ${textOf(facts['url'])}`, count) : Buffer.alloc(count, text)
  const size = chunk === undefined ? undefined : (numberIn(chunk, facts) ?? LARGEST_BODY)
  return { body, type: 'application/octet-stream', chunks: size === undefined ? undefined : Math.max(1, size) }
}

const contentOf = (reply: HttpReply, facts: RequestFacts, seed: string): Content | undefined => {
  const { json, text, html, base64, bytes, lines } = reply
  if (json !== undefined) return { body: jsonBody(json, facts), type: 'application/json' }
  if (text !== undefined) return { body: Buffer.from(fillText(text, facts)), type: 'text/plain; charset=utf-8' }
  if (html !== undefined) return { body: Buffer.from(fillText(html, facts)), type: 'text/html; charset=utf-8' }
  if (base64 !== undefined)
    return { body: Buffer.from(fillText(base64, facts), 'base64'), type: 'application/octet-stream' }
  if (bytes !== undefined) return octetsOf(bytes, facts, seed)
  return lines === undefined ? undefined : linesOf(lines, facts)
}

const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection'])

/** Returns a value that can be sent: without control characters, its characters as octets of UTF-8. */
const headerValue = (value: string): string =>
  Buffer.from(value.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')).toString('latin1')

/** Returns a location as a URI. */
const locationOf = (value: string): string =>
  // Without halves of characters, which have no encoding.
  Buffer.from(value)
    .toString()
    .replaceAll(/[^!-~]/gu, (sign: string) => (sign < ' ' ? '' : encodeURIComponent(sign)))

type Headers = Map<string, { readonly name: string; readonly values: readonly string[] }>

const addHeaders = (headers: Headers, stated: NonNullable<HttpReply['headers']>, facts: RequestFacts): void => {
  // The cast is safe: a filled object is an object.
  for (const [name, value] of Object.entries(fill(stated as JsonValue, facts) as Record<string, JsonValue>)) {
    const key = name.toLowerCase()
    // The value is a fact that the request doesn't have.
    if (value === null) continue
    if (!TOKEN.test(name) || (OWN_HEADERS.has(key) && !Object.hasOwn(stated, name))) continue
    const values = (Array.isArray(value) ? value : [value]).map((one: JsonValue) => headerValue(textOf(one)))
    headers.set(key, { name, values })
  }
}

const DELETED = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/'

const cookiesOf = (stated: NonNullable<HttpReply['cookies']>, facts: RequestFacts): string[] =>
  // The cast is safe: a filled object is an object.
  Object.entries(fill(stated, facts) as Record<string, JsonValue>).flatMap(([name, value]) => {
    if (!TOKEN.test(name)) return []
    if (value === null) return [`${name}=; ${DELETED}`]
    const text = headerValue(textOf(value))
    return [`${name}=${text}${/;\s*path=/i.test(text) ? '' : '; Path=/'}`]
  })

const encoders: Readonly<Record<NonNullable<HttpReply['encoding']>, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

const tagsIn = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))

/** Returns the status of a request with conditions on the entity tag (RFC 9110, section 13); undefined if they hold. */
const conditionalStatus = (tag: string, { headers, method }: RequestFacts): 304 | 412 | undefined => {
  const [own = ''] = tagsIn(tag)
  const names = (header: string | undefined) => (header === undefined ? undefined : tagsIn(header))
  const wanted = names(headers['If-Match'])
  if (wanted !== undefined && !wanted.includes('*') && !wanted.includes(own)) return 412
  const known = names(headers['If-None-Match'])
  if (known === undefined || !(known.includes('*') || known.includes(own))) return undefined
  return method === 'GET' || method === 'HEAD' ? 304 : 412
}

/** Returns the requested part of a body (RFC 9110, section 14): its first and last octet, or null if there is none. */
const rangeIn = (header: string | undefined, size: number): readonly [number, number] | null | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return undefined
  return from <= to ? [from, to] : null
}

// A response without a body has no type.
const isNoType = ({ name }: Page['headers'][number]): boolean => name.toLowerCase() !== 'content-type'

/** Applies the conditions and the range of a request to a complete page. */
const asRequested = (page: Page, headers: Headers, facts: RequestFacts): Page => {
  if (page.status !== 200) return page
  const tag = headers.get('etag')?.values[0]
  const status = tag === undefined ? undefined : conditionalStatus(tag, facts)
  if (status !== undefined)
    return { ...page, status, headers: page.headers.filter(isNoType), body: '', chunks: undefined }
  if (headers.get('accept-ranges')?.values[0] !== 'bytes' || facts.method !== 'GET') return page
  const body = Buffer.from(page.body)
  const range = rangeIn(facts.headers['Range'], body.length)
  if (range === undefined) return page
  const of = (part: string) => [...page.headers, { name: 'Content-Range', value: `bytes ${part}/${body.length}` }]
  if (range === null) return { ...page, status: 416, headers: of('*'), body: '' }
  const [from, to] = range
  return { ...page, status: 206, headers: of(`${from}-${to}`), body: body.subarray(from, to + 1) }
}

/** Returns the status of a reply. Of several numbers in a fact, each request gets the next one; other facts are an error of the client. */
const statusOf = ({ status, redirect }: HttpReply, facts: RequestFacts, count: number): number | undefined => {
  if (status === undefined) return redirect === undefined ? 200 : 302
  const numbers = textOf(fill(status, facts)).split(',')
  const found = Number(numbers[count % numbers.length]?.split(':')[0])
  return Number.isInteger(found) && found >= 200 && found <= 599 ? found : undefined
}

const delayOf = ({ delay }: HttpReply, facts: RequestFacts): number => {
  const [, number = '0', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(delay === undefined ? '' : fillText(delay, facts)) ?? []
  return Math.min(Number(number) * (unit === 's' ? 1000 : 1), LONGEST_DELAY)
}

/** The facts on which a reply depends besides the request. */
export interface ReplySurroundings {
  readonly seed: string
  /** The number of earlier requests with this method and path. */
  readonly count: number
  /** The headers of all replies of the host. */
  readonly headers: NonNullable<HttpReply['headers']>
}

/** Returns the page of a stated reply to a request. */
export const renderReply = (
  reply: HttpReply,
  facts: RequestFacts,
  { seed, count, headers: shared }: ReplySurroundings,
): Page => {
  const status = statusOf(reply, facts, count)
  const content =
    status === undefined
      ? { body: Buffer.from('Invalid status code\n'), type: 'text/plain; charset=utf-8' }
      : contentOf(reply, facts, seed)
  const headers: Headers = new Map()
  if (content !== undefined && status !== 304)
    headers.set('content-type', { name: 'Content-Type', values: [content.type] })
  addHeaders(headers, shared, facts)
  addHeaders(headers, reply.headers ?? {}, facts)
  if (reply.redirect !== undefined)
    headers.set('location', { name: 'Location', values: [locationOf(fillText(reply.redirect, facts))] })
  if (reply.cookies !== undefined)
    headers.set('set-cookie', { name: 'Set-Cookie', values: cookiesOf(reply.cookies, facts) })
  const plain = content?.body ?? Buffer.alloc(0)
  const encoding = status === undefined ? undefined : reply.encoding
  if (encoding !== undefined) headers.set('content-encoding', { name: 'Content-Encoding', values: [encoding] })
  const page: Page = {
    status: status ?? 400,
    headers: [...headers.values()].flatMap(({ name, values }) => values.map((value) => ({ name, value }))),
    body: encoding === undefined ? plain : encoders[encoding](plain),
    chunks: encoding === undefined ? content?.chunks : undefined,
    delay: delayOf(reply, facts),
  }
  return asRequested(page, headers, facts)
}

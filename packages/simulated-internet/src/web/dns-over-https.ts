import { recordTypeName, recordTypeNumber, recordTypeOf } from '@netbox/core/dns'
import { encodeName } from '../dns-server/names.ts'
import { type MessageRecord, MalformedMessage, readMessageName, readRecords } from '../dns-server/read-records.ts'
import { createResponder, type Responder } from '../dns-server/responder.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { hexOf } from '../world-files/octets.ts'
import { valueOf } from '../world-files/zone-values.ts'
import type { Page } from './send-page.ts'

/* The resolvers over HTTPS: messages (RFC 8484), and the JSON form of dns.google and cloudflare-dns.com. */

const MESSAGE_TYPE = 'application/dns-message'
const JSON_TYPE = 'application/dns-json'
const HTTPS_PORT = 443
const HEADER = 12

/** A request to a resolver over HTTPS. */
export interface DohRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Partial<Record<string, string | string[]>>>
  readonly body: () => Promise<Buffer | undefined>
}

const pageOf = (status: number, type: string, body: string | Buffer, more: Page['headers'] = []): Page => ({
  status,
  headers: [{ name: 'Content-Type', value: type }, ...more],
  body,
})
const refused = (status: number, sentence: string): Page => pageOf(status, 'text/plain', `${sentence}\n`)

/** Returns whether a path of a host is one of a resolver. */
export const isDohPath = (path: string): boolean => /^\/(?:dns-query|resolve)(?:\?|$)/.test(path)

const fieldText = (kind: string, value: unknown): string => {
  const text = String(value)
  if (kind === 'name') return text === '.' ? text : `${text}.`
  if (kind === 'mailbox') return `${text.replace('@', '.')}.`
  return kind === 'text' || kind === 'string' ? JSON.stringify(text) : text
}

/** Writes the data of a record as in zone files; types without fields here in the generic form (RFC 3597). */
const dataText = ({ type, data }: MessageRecord): string => {
  const mnemonic = recordTypeName(type)
  const { fields = {}, isRead = false } = recordTypeOf(mnemonic) ?? {}
  if (mnemonic === 'PTR') return `${readMessageName(data, 0).name}.`
  const value = isRead ? valueOf(mnemonic, data) : undefined
  if (value === undefined) return String.raw`\# ${data.length} ${hexOf(data)}`
  const values: Readonly<Record<string, unknown>> = { ...value }
  if (mnemonic === 'TXT') {
    const strings = Array.isArray(values['strings']) ? values['strings'] : [values['value']]
    return strings.map((string) => `"${String(string).replaceAll('"', String.raw`\"`)}"`).join(' ')
  }
  return Object.entries(fields)
    .map(([field, kind]) => fieldText(kind, values[field]))
    .join(' ')
}

const jsonRecords = (records: readonly MessageRecord[]): object[] =>
  records.map((record) => ({ name: `${record.name}.`, type: record.type, TTL: record.ttl, data: dataText(record) }))

/** Converts a response to the JSON of public resolvers. */
const jsonOf = (response: Buffer, name: string, type: number): object => {
  const flags = response.readUInt16BE(2)
  const answer = readRecords(response, readMessageName(response, HEADER).end + 4, response.readUInt16BE(6))
  const authority = readRecords(response, answer.end, response.readUInt16BE(8))
  return {
    Status: flags & 15,
    TC: (flags & 0x200) !== 0,
    RD: true,
    RA: (flags & 0x80) !== 0,
    AD: (flags & 0x20) !== 0,
    CD: (flags & 0x10) !== 0,
    Question: [{ name: `${name}.`, type }],
    ...(answer.records.length > 0 && { Answer: jsonRecords(answer.records) }),
    ...(authority.records.length > 0 && { Authority: jsonRecords(authority.records) }),
  }
}

const isTrue = (text: string | null): boolean => text === '1' || text === 'true'

/** Encodes the query of a JSON request. `AD` asks whether the answer is validated. */
const queryFor = (name: string, type: number, query: URLSearchParams): Buffer => {
  const flags = 0x0120 | (isTrue(query.get('cd')) ? 0x10 : 0)
  const question = Buffer.concat([encodeName(name), Buffer.of(type >> 8, type & 255, 0, 1)])
  const edns = Buffer.of(0, 0, 41, 4, 208, 0, 0, isTrue(query.get('do')) ? 0x80 : 0, 0, 0, 0)
  return Buffer.concat([Buffer.of(0, 0, flags >> 8, flags & 255, 0, 1, 0, 0, 0, 0, 0, 1), question, edns])
}

const LABELS = /^(?=.{1,253}\.?$)(?:[\w*-]{1,63}\.)*[\w*-]{1,63}\.?$/

const jsonPage = async (
  query: URLSearchParams,
  ask: (message: Buffer) => Promise<Buffer | undefined>,
): Promise<Page> => {
  const given = query.get('name') ?? ''
  const wanted = (query.get('type') ?? 'A').toUpperCase()
  const type = /^\d{1,5}$/.test(wanted) ? Number(wanted) : recordTypeNumber(wanted)
  if (given !== '.' && !LABELS.test(given)) return refused(400, "The query needs a name, such as 'name=shop.example'.")
  if (type === undefined || type > 65_535) return refused(400, `'${wanted.slice(0, 20)}' is not a record type.`)
  const name = given === '.' ? given : given.toLowerCase().replace(/\.$/, '')
  const response = await ask(queryFor(name, type, query))
  if (response === undefined) return refused(502, 'The resolver got no answer.')
  return pageOf(200, JSON_TYPE, `${JSON.stringify(jsonOf(response, name === '.' ? '' : name, type))}\n`, [
    { name: 'Access-Control-Allow-Origin', value: '*' },
  ])
}

const headerOf = (headers: DohRequest['headers'], name: string): string => String(headers[name] ?? '')

/** Returns the lowest TTL of an answer, for which HTTP caches may keep it (RFC 8484, section 5.1). */
const ageOf = (response: Buffer): number => {
  const end = response.readUInt16BE(4) === 1 ? readMessageName(response, HEADER).end + 4 : HEADER
  const { records } = readRecords(response, end, response.readUInt16BE(6))
  return records.reduce((least, { ttl }) => Math.min(least, ttl), records.length === 0 ? 0 : Infinity)
}

const messagePage = async (
  { method, headers, body }: DohRequest,
  query: URLSearchParams,
  ask: (message: Buffer) => Promise<Buffer | undefined>,
): Promise<Page> => {
  if (method === 'POST' && headerOf(headers, 'content-type') !== MESSAGE_TYPE)
    return refused(415, `The content type must be ${MESSAGE_TYPE}.`)
  const encoded = query.get('dns') ?? ''
  if (method !== 'POST' && !/^[\w-]+$/.test(encoded))
    return refused(400, "The query needs 'dns', a message in base64url.")
  const message = method === 'POST' ? await body() : Buffer.from(encoded, 'base64url')
  if (message === undefined || message.length > 65_535) return refused(413, 'A message has at most 65535 octets.')
  if (message.length < HEADER) return refused(400, 'The message is shorter than a header.')
  const response = await ask(message)
  if (response === undefined) return refused(502, 'The resolver got no answer.')
  return pageOf(200, MESSAGE_TYPE, response, [{ name: 'Cache-Control', value: `max-age=${ageOf(response)}` }])
}

/** Creates a function that returns the page of a resolver for a request. `server` is its address. */
export const createDnsOverHttps = (
  context: ServerContext,
): ((request: DohRequest, server: string) => Promise<Page>) => {
  const respond: Responder = createResponder(context)
  return async (request, server) => {
    const { method, path, headers } = request
    if (!['GET', 'HEAD', 'POST'].includes(method)) return refused(405, 'Resolvers accept GET and POST.')
    const query = new URLSearchParams(path.slice(`${path}?`.indexOf('?') + 1))
    const ask = async (message: Buffer) => respond({ message, transport: 'tcp', server, port: HTTPS_PORT })
    const isJson =
      path.startsWith('/resolve') ||
      (query.has('name') && headerOf(headers, 'accept').includes(JSON_TYPE)) ||
      query.get('ct') === JSON_TYPE
    try {
      return await (isJson ? jsonPage(query, ask) : messagePage(request, query, ask))
    } catch (error) {
      if (error instanceof MalformedMessage) return refused(400, 'The message is malformed.')
      // A rule of the world document closes the connection.
      if (error instanceof RangeError) return { status: 200, headers: [], body: '', fault: { kind: 'close' } }
      throw error
    }
  }
}

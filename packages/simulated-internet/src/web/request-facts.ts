import type { IncomingMessage } from 'node:http'
import { isUtf8 } from 'node:buffer'
import { parse } from 'node:querystring'
import type { JsonValue, RequestFacts } from '@netbox/core/web'

/** The facts of a request besides its method, fields and body. */
export interface RequestSurroundings {
  readonly scheme: 'http' | 'https'
  readonly host: string
  /** The path with its query. */
  readonly path: string
  /** The address of the client in the world. */
  readonly client: string
  /** The time of the world, in epoch milliseconds. */
  readonly at: number
  readonly uuid: string
}

type Fields = Record<string, JsonValue>

/** Returns fields as an object. A name with several values has a list. */
const fieldsOf = (pairs: Iterable<readonly [name: string, value: string]>): Fields => {
  const fields = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    const before = fields.get(name)
    if (before === undefined) fields.set(name, [value])
    else before.push(value)
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  )
}

/** Returns the headers of a request, each once, with capitals as in `User-Agent`. */
const headersOf = ({ rawHeaders }: IncomingMessage): Record<string, string> => {
  const headers = new Map<string, string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase().replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    const value = rawHeaders[index + 1] ?? ''
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}${name === 'Cookie' ? '; ' : ','}${value}`)
  }
  return Object.fromEntries([...headers].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const cookiesOf = (header = ''): Fields =>
  Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*"?(.*?)"?\s*$/.exec(pair) ?? []
      return name === '' ? [] : [[name, value]]
    }),
  )

const listsOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value].flat()]))

/** Returns octets as text, or as a URL if they are not UTF-8. */
const contentOf = (octets: Uint8Array, type = 'application/octet-stream'): string =>
  isUtf8(octets) ? Buffer.from(octets).toString() : `data:${type};base64,${Buffer.from(octets).toString('base64')}`

const MOST_LEVELS = 100

/** Returns the value of a text in JSON; null for other texts and for more levels than replies can have. */
const jsonOf = (text: string): JsonValue => {
  let [level, deepest] = [0, 0]
  for (const sign of text.replaceAll(/[^[\]{}]/g, ''))
    deepest = Math.max(deepest, (level += sign === '[' || sign === '{' ? 1 : -1))
  try {
    return deepest > MOST_LEVELS ? null : (JSON.parse(text) as JsonValue)
  } catch {
    return null
  }
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i
const ENCODED = /^application\/x-www-form-urlencoded\b/i

/** Reads the fields and files of a form; none if the body is no form. */
const formOf = async (type: string, body: Buffer): Promise<{ readonly form: Fields; readonly files: Fields }> => {
  // In URLSearchParams, the fields without a value that fit into 1 MB take 20 s. (The cast is safe: no field is undefined.)
  if (ENCODED.test(type)) return { form: parse(body.toString(), '&', '=', { maxKeys: 0 }) as Fields, files: {} }
  if (!FORM.test(type)) return { form: {}, files: {} }
  try {
    const data = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
    const fields: [string, string][] = []
    const files: [string, string][] = []
    for (const [name, value] of data)
      if (typeof value === 'string') fields.push([name, value])
      else files.push([name, contentOf(new Uint8Array(await value.arrayBuffer()), value.type || undefined)])
    return { form: fieldsOf(fields), files: fieldsOf(files) }
  } catch {
    return { form: {}, files: {} }
  }
}

/** Returns the user and the password that a client sends (RFC 7617), and its token (RFC 6750). */
const credentialsOf = (header = ''): Pick<RequestFacts, 'basic' | 'bearer'> => {
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+)\s*$/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return { basic: null, bearer: value }
  const [, user, password = ''] = /^([^:]*):([^]*)$/.exec(Buffer.from(value, 'base64').toString()) ?? []
  return { basic: user === undefined ? null : { user, password }, bearer: null }
}

/** Returns the facts of a request, for the conditions and the replies of routes. */
export const requestFacts = async (
  message: IncomingMessage,
  body: Buffer,
  { scheme, host, path, client, at, uuid }: RequestSurroundings,
): Promise<RequestFacts> => {
  const { method = 'GET', headers, socket } = message
  const [target = '', ...query] = path.split('?')
  const type = headers['content-type'] ?? ''
  const text = contentOf(body)
  const data = FORM.test(type) ? '' : text
  const authority = headers.host ?? host
  const named = headersOf(message)
  const args = fieldsOf(new URLSearchParams(query.join('?')))
  const { form, files } = await formOf(type, body)
  return {
    method,
    target,
    path: {},
    query: args,
    headers: named,
    cookies: cookiesOf(headers.cookie),
    url: `${scheme}://${authority}${path}`,
    base: `${scheme}://${authority}`,
    host: authority,
    client: { address: client, port: socket.remotePort ?? 0 },
    data,
    body: text,
    json: data === '' ? null : jsonOf(data),
    form,
    files,
    // Servers differ in how they show fields: httpbingo.org has a list for each name, postman-echo.com names in lower case.
    lists: { query: listsOf(args), headers: listsOf(named), form: listsOf(form), files: listsOf(files) },
    lowercase: {
      headers: Object.fromEntries(Object.entries(named).map(([name, value]) => [name.toLowerCase(), value])),
    },
    ...credentialsOf(headers.authorization),
    date: new Date(at).toUTCString(),
    uuid,
  }
}

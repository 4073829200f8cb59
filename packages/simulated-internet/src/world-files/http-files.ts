import { type FieldPath, isObject } from '@netbox/core'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  zip: 'application/zip',
}

const typeOf = (file: string): string | undefined => TYPES[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '']

const hasType = (headers: unknown): boolean =>
  isObject(headers) && Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')

/** Returns all replies of a document with their paths. */
const repliesIn = (document: unknown): (readonly [reply: Record<string, unknown>, path: FieldPath])[] => {
  const hosts = isObject(document) ? document['hosts'] : undefined
  return Object.entries(isObject(hosts) ? hosts : {}).flatMap(([name, host]) => {
    const http = isObject(host) ? host['http'] : undefined
    if (!isObject(http)) return []
    const listOf = (field: string): unknown[] => (Array.isArray(http[field]) ? (http[field] as unknown[]) : [])
    const effectOf = (rule: unknown): unknown => (isObject(rule) ? rule['do'] : undefined)
    return [
      ...listOf('routes').map((route, index) => [route, ['hosts', name, 'http', 'routes', index]] as const),
      ...listOf('rules').map((rule, index) => [effectOf(rule), ['hosts', name, 'http', 'rules', index, 'do']] as const),
    ].flatMap(([holder, path]) => {
      const reply = isObject(holder) ? holder['reply'] : undefined
      return isObject(reply) && Object.hasOwn(reply, 'file') ? [[reply, [...path, 'reply', 'file']] as const] : []
    })
  })
}

// Browsers have no Buffer.
const base64Of = (octets: Uint8Array): string =>
  btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''))

/** Replaces the files of replies with their content. `read` returns the octets of a file, or throws; it is called once for each file. */
export const withFiles = (document: unknown, read: (file: unknown, path: FieldPath) => Uint8Array): void => {
  const contents = new Map<unknown, string>()
  for (const [reply, path] of repliesIn(document)) {
    const { file, headers } = reply
    const content = contents.get(file) ?? base64Of(read(file, path))
    contents.set(file, content)
    const type = typeof file === 'string' && !hasType(headers) ? typeOf(file) : undefined
    delete reply['file']
    reply['base64'] = content
    if (type !== undefined) reply['headers'] = { 'Content-Type': type, ...(isObject(headers) ? headers : {}) }
  }
}

import { type FieldPath, isObject } from '@netbox/core'
import { base64Of } from './octets.ts'
import { openapiRoutes } from './openapi-routes.ts'
import type { WorldFilePlace } from './world-file-error.ts'

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

/** Returns what a document defines about web servers, by host. */
const webServersIn = (document: unknown): (readonly [name: string, http: Record<string, unknown>])[] => {
  const hosts = isObject(document) ? document['hosts'] : undefined
  return Object.entries(isObject(hosts) ? hosts : {}).flatMap(([name, host]) => {
    const http = isObject(host) ? host['http'] : undefined
    return isObject(http) ? [[name, http] as const] : []
  })
}

/** Returns all replies of a document that have files, with their paths. */
const repliesIn = (document: unknown): (readonly [reply: Record<string, unknown>, path: FieldPath])[] =>
  webServersIn(document).flatMap(([name, http]) => {
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

/** Replaces the files of replies with their content. `read` returns the octets of a file, or throws. */
export const withFiles = (document: unknown, read: (file: unknown, path: FieldPath) => Uint8Array): void => {
  for (const [reply, path] of repliesIn(document)) {
    const { file, headers } = reply
    const type = typeof file === 'string' && !hasType(headers) ? typeOf(file) : undefined
    reply['base64'] = base64Of(read(file, path))
    delete reply['file']
    if (type !== undefined) reply['headers'] = { 'Content-Type': type, ...(isObject(headers) ? headers : {}) }
  }
}

/** The maximum number of routes that a host has. */
const MOST_ROUTES = 200

/** The needs of the OpenAPI documents of a world document. */
interface OpenapiReader {
  /** Returns the text of a file, or throws. */
  readonly read: (file: unknown, path: FieldPath) => string
  readonly warn: (warning: string) => void
  /** Gets the place of each route that a file states. */
  readonly note: (path: FieldPath, place: WorldFilePlace) => void
}

/** Replaces the OpenAPI documents of hosts with their routes, which follow the routes that the host itself defines. */
export const withOpenapi = (document: unknown, { read, warn, note }: OpenapiReader): void => {
  for (const [name, http] of webServersIn(document)) {
    if (!Object.hasOwn(http, 'openapi')) continue
    const { openapi: file, routes = [] } = http
    const text = read(file, ['hosts', name, 'http', 'openapi'])
    delete http['openapi']
    if (!Array.isArray(routes)) continue
    const found = openapiRoutes(text, { name: String(file), room: MOST_ROUTES - routes.length, warn })
    for (const [index, { place }] of found.entries())
      note(['hosts', name, 'http', 'routes', routes.length + index], place)
    http['routes'] = [...(routes as unknown[]), ...found.map(({ route }) => route)]
  }
}

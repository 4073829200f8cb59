import { isObject } from '@netbox/core'
import type { JsonValue } from '@netbox/core/web'
import { base64Of, octetsOfText } from './octets.ts'
import { createExamples, OpenapiError, type OpenapiExamples, own } from './openapi-examples.ts'
import { readYaml } from './read-yaml.ts'
import { refuse, type WorldFilePlace } from './world-file-error.ts'

/** A route of an OpenAPI document and its line. */
export interface OpenapiRoute {
  readonly route: Readonly<Record<string, unknown>>
  readonly place: WorldFilePlace
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Returns a field as text; nothing for a field that is no text or number. */
const textAt = (value: unknown, name: string): string => {
  const found = own(value, name)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** Returns the path of the first server, with the defaults of its variables. */
const basePathOf = (servers: unknown): string => {
  const server = own(servers, '0')
  const defaultOf = (_: string, name: string): string => textAt(own(own(server, 'variables'), name), 'default')
  return textAt(server, 'url')
    .replaceAll(/\{([^{}]+)\}/g, defaultOf)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
    .replace(/[?#].*$|\/+$/g, '')
}

/** Returns a path as routes have it. A parameter that is only a part of a segment becomes `*`. */
const patternOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => {
      const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? []
      return name === undefined
        ? segment.replaceAll(/\{[^{}]*\}/g, '*')
        : `{${name.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')}}`
    })
    .join('/')

/** Returns a text by which paths without parameters sort before paths with parameters, segment by segment. */
const orderOf = (pattern: string): string => pattern.replaceAll(/\{\w+\}|\*/g, '\uffff')

const STATUS = /^([2-5])(?:\d\d|XX)$/i

/** Returns the statuses of responses in ascending order. */
const statusesOf = (
  responses: readonly [string, unknown][],
): { readonly status: number; readonly response: unknown }[] =>
  responses
    .filter(([code]) => STATUS.test(code))
    .map(([code, response]) => ({ status: Number(code.replace(/XX/i, '00')), response }))
    .toSorted((one, other) => one.status - other.status)

const isJson = (type: string): boolean => /[/+]json\b|\*/i.test(type)

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

// What routes would take for a fact of the request.
const FACT = /\{[a-z]/

/** Returns the body of a reply with its type; nothing for a media type without an example. */
const bodyOf = (type: string, example: JsonValue) => {
  const headers = { 'Content-Type': type.includes('*') ? 'application/json' : type }
  const text = isJson(type) ? JSON.stringify(example, null, 2) : textOf(example)
  if (FACT.test(text)) return { headers, base64: base64Of(octetsOfText(text)) }
  return isJson(type) ? { headers, json: example } : { headers, text }
}

/** Returns the stated headers of a response. Their types alone say too little: 'string' is no location. */
const headersOf = (examples: OpenapiExamples, response: unknown): Record<string, string> =>
  Object.fromEntries(
    entriesOf(own(response, 'headers')).flatMap(([name, header]) => {
      const value = examples.statedAt(header)
      if (value === undefined || /^content-(?:type|length)$|^transfer-encoding$/i.test(name)) return []
      return [[name, textOf(value).replaceAll(/\{(?=[a-z])/g, '%7B')]]
    }),
  )

/** Returns the reply of a response: its example in JSON if it has one, or else its first one. */
const replyOf = (examples: OpenapiExamples, status: number, given: unknown) => {
  const response = examples.follow(given)
  const types = entriesOf(own(response, 'content')).toSorted(
    ([one], [other]) => Number(isJson(other)) - Number(isJson(one)),
  )
  const headers = headersOf(examples, response)
  for (const [type, media] of types) {
    const example = examples.statedAt(media) ?? examples.sample(own(examples.follow(media), 'schema'))
    // A text that a schema describes is no XML.
    if (example === undefined || (typeof example === 'object' && !isJson(type))) continue
    const body = bodyOf(type, example)
    return { status, ...body, headers: { ...headers, ...body.headers } }
  }
  return { status, headers }
}

/** The replies of an operation: the one for a request, and others that a header asks for. */
const repliesOf = (examples: OpenapiExamples, operation: unknown) => {
  const responses = entriesOf(own(operation, 'responses'))
  const listed = statusesOf(responses)
  const success = listed.find(({ status }) => status < 400)
  const others = listed.filter((one) => one !== success)
  const usual = success ?? { status: 200, response: Object.fromEntries(responses)['default'] }
  return [usual, ...others].map(({ status, response }) => replyOf(examples, status, response))
}

/** An operation with the method and the path that requests have. */
interface Operation {
  readonly method: string
  readonly path: string
  readonly pattern: string
  readonly operation: unknown
}

const operationsOf = (document: unknown, { follow }: OpenapiExamples): Operation[] =>
  entriesOf(own(document, 'paths'))
    .flatMap(([path, given]) => {
      const item = follow(given)
      return METHODS.filter((method) => isObject(own(item, method))).map((method) => {
        const operation = own(item, method)
        const servers = own(operation, 'servers') ?? own(item, 'servers') ?? own(document, 'servers')
        return { method, path, operation, pattern: basePathOf(servers) + patternOf(path) }
      })
    })
    .map((one) => ({ ...one, order: orderOf(one.pattern) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)))

/** Returns why a text is no OpenAPI document that netbox reads; undefined if it is one. */
const whyUnread = (document: unknown): string | undefined => {
  const version = textAt(document, 'openapi')
  if (textAt(document, 'swagger') !== '') return 'This is Swagger 2. netbox reads OpenAPI 3, so convert the file.'
  if (version === '') return "This is no OpenAPI document: it has no field 'openapi'."
  return /^3\b/.test(version) ? undefined : `netbox reads OpenAPI 3, not ${version.slice(0, 20)}.`
}

/** The names and limits of a document. */
interface OpenapiOptions {
  readonly name: string
  /** The number of routes that the host may still have. */
  readonly room: number
  readonly warn: (warning: string) => void
}

/**
 * Returns the routes of an OpenAPI document: each operation replies with the example of its first successful response, and to
 * `Prefer: code=404` with the reply of another status. Throws a `WorldFileError` with the line and the operation.
 */
export const openapiRoutes = (text: string, { name, room, warn }: OpenapiOptions): OpenapiRoute[] => {
  const { lineOf, read } = readYaml(text, name)
  const document = read()
  const why = whyUnread(document)
  if (why !== undefined) throw refuse({ file: name }, why)
  const examples = createExamples(document)
  const operations = operationsOf(document, examples)
  if (operations.length === 0) throw refuse({ file: name }, 'The document has no operation in paths.')
  const replies = operations.map(({ method, path, pattern, operation }, index) => {
    const field = `${method.toUpperCase()} ${path}`
    const place = { file: name, line: lineOf(['paths', path, method]), field }
    if (index >= room) throw refuse(place, 'A host has at most 200 routes.')
    if (pattern.split('*').length > 2)
      throw refuse(place, 'Only one parameter of a path can be less than the whole text between two slashes.')
    try {
      return repliesOf(examples, operation).map((reply, number): OpenapiRoute => {
        const when = number === 0 ? {} : { when: { 'header prefer': `code=${reply.status}` } }
        return { route: { path: pattern, methods: [method.toUpperCase()], ...when, reply }, place }
      })
    } catch (error) {
      throw error instanceof OpenapiError ? refuse(place, error.message) : error
    }
  })
  // A route without a condition matches all requests, so it is the last one of its operation.
  const routes = replies.flatMap(([usual, ...others]) => [...others, ...(usual === undefined ? [] : [usual])])
  if (routes.length <= room) return routes
  warn(`${name}: netbox leaves out the errors of the operations, because a host has at most 200 routes.`)
  return replies.flatMap(([usual]) => usual ?? [])
}

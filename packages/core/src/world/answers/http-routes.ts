import { isObject } from '../../foundation/is-object.ts'
import type { HttpCondition, HttpReply, HttpRoute, JsonValue } from '../http.ts'
import type { World } from '../world.ts'
import { constantEffectOn, statedHttpOf } from './http-rules.ts'

/** The facts of a request that texts of replies have in braces: `{path.id}`, `{method}`, `{json.user.name}`. */
export interface RequestFacts {
  readonly method: string
  /** The path as the client sent it, without the query. */
  readonly target: string
  /** The parts of the path that the pattern of the route names. */
  readonly path: Readonly<Record<string, string>>
  readonly query: JsonValue
  readonly headers: Readonly<Record<string, string>>
  readonly basic: JsonValue
  readonly bearer: JsonValue
  /** Other facts, by name. */
  readonly [name: string]: JsonValue
}

const FACT =
  /\{((?:path|query|args|headers|cookies|method|url|host|client|data|form|files|json|body|lists|lowercase|basic|bearer|uuid|date|line|length|base)\b)(?:\.([^{}\s]+))?\}/g
const ONE_FACT = new RegExp(`^${FACT.source}$`)

/** Returns a field of an object, or an item of a list by its number. */
const own = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, JsonValue>>)[name] // The cast is safe: lists have their items by number too.
    : undefined

const headerOf = (headers: RequestFacts['headers'], name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** Returns a fact of a request, or a field of it; undefined if the request doesn't have it. */
const factOf = (facts: RequestFacts, name: string, field: string | undefined): JsonValue | undefined => {
  const value = facts[name === 'args' ? 'query' : name]
  if (field === undefined) return value
  if (name === 'headers') return headerOf(facts.headers, field)
  // The number less another one, for routes that count down, such as chains of redirects.
  const [, part, less] = (name === 'path' && /^(\w+)-(\d+)$/.exec(field)) || []
  if (part !== undefined) return Number(facts.path[part]) - Number(less)
  return own(value, field) ?? field.split('.').reduce<JsonValue | undefined>(own, value)
}

/** Returns a value as text; an object or a list as JSON, and nothing for null. */
export const textOf = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns a text in which the facts of a request replace their names in braces. */
export const fillText = (text: string, facts: RequestFacts): string =>
  text.replaceAll(FACT, (_fact, name: string, field: string | undefined) => textOf(factOf(facts, name, field)))

/**
 * Returns a value with facts of a request in place of names in braces. A text that is one fact keeps the type of the fact, and a name
 * that is one fact stands for all names that the fact has: none if the request doesn't have it.
 */
export const fill = (value: JsonValue, facts: RequestFacts): JsonValue => {
  if (typeof value === 'string') {
    const [, name, field] = ONE_FACT.exec(value) ?? []
    return name === undefined ? fillText(value, facts) : (factOf(facts, name, field) ?? null)
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => fill(item, facts))
  if (!isObject(value)) return value
  const filled = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    const names = ONE_FACT.test(key) ? fill(key, facts) : undefined
    if (names === null) return []
    if (!isObject(names)) return [[fillText(key, facts), fill(item, facts)]]
    // `{ '{query}': '{query}' }` copies the fact.
    return Object.entries(names).map(([name, its]) => [name, item === key ? its : fill(item, facts)])
  })
  return Object.fromEntries(filled)
}

const given = ({ part, name }: HttpCondition, facts: RequestFacts): JsonValue | undefined => {
  if (part === 'header') return headerOf(facts.headers, name)
  if (part === 'bearer') return facts.bearer ?? undefined
  if (part !== 'basic') return own(facts[part], name)
  return isObject(facts.basic) ? `${textOf(facts.basic['user'])}:${textOf(facts.basic['password'])}` : undefined
}

const holds = (condition: HttpCondition, facts: RequestFacts): boolean => {
  const found = given(condition, facts)
  if (typeof condition.value !== 'string') return (found === undefined) === (condition.value === null)
  const wanted = fillText(condition.value, facts)
  return Array.isArray(found) ? found.includes(wanted) : found === wanted
}

/** The reply of a route, with the parts of the path; or the methods that the path has; or nothing for a path without a route. */
export type RouteAnswer =
  | { readonly kind: 'reply'; readonly reply: HttpReply; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the parts of a path that a pattern names; undefined if the path doesn't match. */
export const partsOf = (pattern: RegExp, target: string): Readonly<Record<string, string>> | undefined => {
  const found = pattern.exec(target)
  return (
    (found && Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, decoded(text)]))) ??
    undefined
  )
}

const hasMethod = (methods: readonly string[] | undefined, method: string): boolean =>
  methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))

/** Returns the answer of the first route that matches a request: by path, method and conditions. */
export const routeFor = (routes: readonly HttpRoute[], facts: RequestFacts): RouteAnswer => {
  const atPath = routes.flatMap((route) => {
    const path = partsOf(route.path, facts.target)
    return path === undefined ? [] : [{ ...route, path }]
  })
  if (atPath.length === 0) return { kind: 'none' }
  const ready = atPath.filter(({ methods }) => hasMethod(methods, facts.method))
  if (ready.length === 0) {
    const methods = atPath.flatMap((route) => route.methods ?? [])
    // A route of all paths for OPTIONS says nothing about which paths exist.
    if (methods.every((one) => one === 'OPTIONS')) return { kind: 'none' }
    const allowed = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one))
    return { kind: 'method', allowed: [...new Set([...allowed, 'OPTIONS'])] }
  }
  const found = ready.find(({ when, path }) => when.every((condition) => holds(condition, { ...facts, path })))
  return found === undefined ? { kind: 'none' } : { kind: 'reply', reply: found.reply, path: found.path }
}

/** The request of a tool, without a body. */
const toolRequest = (host: string): RequestFacts => ({
  method: 'GET',
  target: '/',
  path: {},
  query: {},
  headers: { Host: host },
  basic: null,
  bearer: null,
  url: `https://${host}/`,
  host,
})

/** The head of a response: its status, and its headers by their names in lower case. */
export interface ResponseHead {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

const headOf = (
  { status = 200, headers = {}, redirect }: HttpReply,
  shared: NonNullable<HttpReply['headers']>,
  facts: RequestFacts,
) => ({
  status: Number(fill(status, facts)),
  headers: new Map(
    Object.entries({ ...shared, ...(redirect !== undefined && { Location: redirect }), ...headers }).map(
      ([name, value]) => [
        name.toLowerCase(),
        [value]
          .flat()
          .map((one) => fillText(one, facts))
          .join(', '),
      ],
    ),
  ),
})

/**
 * Returns the head of the response to a request for `/` over HTTPS that a document or a scenario defines; undefined if it follows from the
 * seed.
 */
export const statedHeadOf = (world: World, host: string): ResponseHead | undefined => {
  const http = statedHttpOf(world, host)
  const effect = constantEffectOn(world, host, '/')
  const facts = toolRequest(host)
  if (effect?.kind === 'reply') return headOf(effect.reply, {}, facts)
  if (http?.routes === undefined || http.scheme === 'http') return undefined
  const shared = http.headers
  if (shared === 'usual') return undefined
  const found = routeFor(http.routes, facts)
  if (found.kind !== 'reply') return { status: found.kind === 'none' ? 404 : 405, headers: new Map() }
  return headOf(
    { ...found.reply, status: found.reply.status ?? (found.reply.redirect === undefined ? 200 : 302) },
    shared,
    facts,
  )
}

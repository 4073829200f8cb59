import { createHash } from 'node:crypto'
import type { RuleCounts, World } from '@netbox/core/dns'
import { METADATA_HOST, OWN_ADDRESSES } from '@netbox/core/network'
import { knownHttpOf } from '@netbox/core/known'
import {
  type HttpEffect,
  type HttpReply,
  httpRuleFor,
  httpRulesOf,
  partsOf,
  type RequestFacts,
  routeFor,
  type StatedHttp,
  statedHttpOf,
  webServerOf,
} from '@netbox/core/web'
import { isLoopback, unmapped } from '../internet/addressing.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { createRuleCounts } from '../internet/rule-counts.ts'
import { closing, type PageRequest } from './http-responder.ts'
import { jsonPlaceholderReply } from './json-placeholder.ts'
import { renderReply } from './render-reply.ts'
import { requestFacts } from './request-facts.ts'
import type { Page } from './send-page.ts'

const TOO_LARGE: Page = closing({ status: 413, headers: [], body: '' })

/** Returns a random-looking UUID of version 4 (RFC 9562) that follows from a text. */
const uuidOf = (text: string): string => {
  const digits = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** Returns the headers of hosts without routes. */
const usualHeaders = (world: World, name: string): NonNullable<HttpReply['headers']> =>
  Object.fromEntries((webServerOf(world, name)?.headers ?? []).map((header) => [header.name, header.value]))

/**
 * Returns the reply of a path to a method that it doesn't have, and to OPTIONS: the methods (RFC 9110, section 9.3.7), and for browsers what
 * pages of other origins may send, if the host lets them read its replies.
 */
const methodReply = (
  allowed: readonly string[],
  { method }: RequestFacts,
  shared: StatedHttp['headers'],
): HttpReply => {
  const methods = allowed.join(', ')
  if (method !== 'OPTIONS') return { status: 405, headers: { Allow: methods } }
  const isShared = Object.keys(shared).some((name) => name.toLowerCase() === 'access-control-allow-origin')
  return {
    headers: {
      Allow: methods,
      ...(isShared && {
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': '{headers.access-control-request-headers}',
        'Access-Control-Max-Age': '3600',
      }),
    },
  }
}

/** Returns a page with the effect of a rule on it. */
const withEffect = (page: Page, effect: Exclude<HttpEffect, { readonly kind: 'reply' }> | undefined): Page => {
  if (effect === undefined) return page
  if (effect.kind !== 'delay') return { ...page, fault: effect }
  return { ...page, delay: (page.delay ?? 0) + effect.milliseconds }
}

/** A request to a host of the world. */
export interface HostRequest extends PageRequest {
  readonly name: string
  readonly scheme: 'http' | 'https'
}

/** The effect of the rules of a host on a request: the page of a rule answers, or the effect of a rule is on the page that does. */
export type RuledRequest =
  | { readonly page: Page }
  | { readonly page?: never; readonly effect: Exclude<HttpEffect, { readonly kind: 'reply' }> | undefined }

/** The world of a request, its time in epoch milliseconds, and the counts of requests. */
export interface Seen {
  readonly world: World
  readonly time: number
  readonly counts: RuleCounts
}

/** Returns any world as at a first request: nothing was counted before. */
export const otherWorld = (world: World): Seen => ({ world, time: world.at, counts: new Map<string, number>() })

/** Returns a request as if it had no body, which can be read only once. No scenario depends on it. */
export const withoutBody = <Request extends PageRequest>(request: Request): Request => ({
  ...request,
  body: async () => Buffer.alloc(0),
})

/** The stated routes and rules of the web servers of a live world. */
export interface Routes {
  /** Returns whether a host has rules now. */
  readonly hasRules: (name: string) => boolean
  /** Describes the rules of a host in any world, as a text for comparison. */
  readonly rulesText: (world: World, name: string) => string
  /** Returns the live world with its counts. */
  readonly seen: () => Seen
  /** Applies the rules of a host to a request before anything answers. */
  readonly meet: (request: HostRequest) => Promise<RuledRequest>
  /** Returns the page for a request: a rule's page, or else a route's page, or else the usual one, with the effect of a rule. */
  readonly pageFor: (request: HostRequest, usual: () => Page | Promise<Page>, seen: Seen) => Promise<Page>
}

/** What known hosts reply where they have no route. */
const KNOWN_REPLIES: ReadonlyMap<string, (facts: RequestFacts) => HttpReply> = new Map([
  ['jsonplaceholder.typicode.com', jsonPlaceholderReply],
])

const POLICY = '/.well-known/mta-sts.txt'

/** Creates the routes and rules of all hosts. */
export const createRoutes = ({ live, addressing }: Pick<ServerContext, 'live' | 'addressing'>): Routes => {
  const liveCounts = createRuleCounts(live)

  /** Counts a request. Returns the number of earlier ones with its method and path. */
  const countOf = ({ name, method, path }: HostRequest, { counts }: Seen): number => {
    const key = `requests ${name} ${method} ${path}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }

  /** Reads a request. Returns a function that renders replies to it; undefined if its body is too large. */
  const read = async (seen: Seen, request: HostRequest, stated: StatedHttp['headers']) => {
    const { world } = seen
    const { name, scheme, path, message, socket } = request
    const count = countOf(request, seen)
    const octets = await request.body()
    if (octets === undefined) return undefined
    const from = addressing.toWorld(unmapped(socket.remoteAddress))
    const facts = await requestFacts(message, octets, {
      scheme,
      host: name,
      path,
      client: isLoopback(from) ? OWN_ADDRESSES[0] : from,
      at: seen.time,
      uuid: uuidOf(`${world.seed} ${name} ${request.method} ${path} ${count}`),
    })
    const headers = stated === 'usual' ? usualHeaders(world, name) : stated
    const render = (reply: HttpReply, parts: RequestFacts['path'] = {}) =>
      renderReply(reply, { ...facts, path: parts }, { seed: world.seed, count, headers })
    return { facts, render }
  }

  const httpAt = (world: World, name: string): StatedHttp | undefined => {
    const stated = statedHttpOf(world, name)
    // A scenario lets servers answer there even in a document without the known internet.
    return stated?.isAbridged === true || (stated === undefined && name === METADATA_HOST) ? knownHttpOf(name) : stated
  }

  const rulesIn = (world: World, name: string) => httpRulesOf(world, name, httpAt(world, name))

  const seen = (): Seen => ({ world: live.now(), time: live.time(), counts: liveCounts })

  const meetIn = async (given: Seen, request: HostRequest): Promise<RuledRequest> => {
    const { name, method, path } = request
    const { world, counts, time } = given
    const http = httpAt(world, name)
    const rules = rulesIn(world, name)
    const [target = ''] = path.split('?')
    const rule = rules.length === 0 ? undefined : httpRuleFor(rules, { host: name, method, path: target }, counts, time)
    if (rule?.effect.kind !== 'reply') return { effect: rule?.effect }
    const opened = await read(given, request, http?.headers ?? {})
    return { page: opened?.render(rule.effect.reply, rule.path && partsOf(rule.path, target)) ?? TOO_LARGE }
  }

  return {
    hasRules: (name) => rulesIn(live.now(), name).length > 0,
    rulesText: (world, name) => {
      const rules = rulesIn(world, name)
      const [first] = rules
      if (first === undefined) return 'your server answers'
      const { effect } = first
      return `${effect.kind === 'reply' ? (effect.reply.status ?? 200) : effect.kind}\n${JSON.stringify(rules)}`
    },
    seen,
    meet: async (request) => meetIn(seen(), request),
    pageFor: async (request, usual, given) => {
      const { world } = given
      const { page, effect } = { effect: undefined, ...(await meetIn(given, request)) }
      if (page !== undefined) return page
      const http = httpAt(world, request.name)
      if (http?.routes === undefined || (http.scheme ?? request.scheme) !== request.scheme)
        return withEffect(await usual(), effect)
      const opened = await read(given, request, http.headers)
      if (opened === undefined) return TOO_LARGE
      const { facts, render } = opened
      const found = routeFor(http.routes, facts)
      if (found.kind === 'reply') return withEffect(render(found.reply, found.path), effect)
      if (found.kind === 'method') return withEffect(render(methodReply(found.allowed, facts, http.headers)), effect)
      const known = statedHttpOf(world, request.name)?.isAbridged === true ? KNOWN_REPLIES.get(request.name) : undefined
      if (known !== undefined) return withEffect(render(known(facts)), effect)
      return withEffect(facts.target === POLICY ? await usual() : render({ status: 404 }), effect)
    },
  }
}

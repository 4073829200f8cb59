import { createHash } from 'node:crypto'
import type { World } from '@netbox/core/dns'
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
import { OWN_ADDRESSES } from '../namespace/set-up-network.ts'
import { closing, type PageRequest } from './http-responder.ts'
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

/** What the rules of a host do with a request: the page of a rule answers, or the effect of a rule is on the page that does. */
export type RuledRequest =
  | { readonly page: Page }
  | { readonly page?: never; readonly effect: Exclude<HttpEffect, { readonly kind: 'reply' }> | undefined }

/** The stated routes and rules of the web servers of a live world. */
export interface Routes {
  /** Applies the rules of a host to a request before anything answers. */
  readonly meet: (request: HostRequest) => Promise<RuledRequest>
  /** Returns the page for a request: first that of a rule, then that of a route, or else the usual one, with the effect of a rule. */
  readonly pageFor: (request: HostRequest, usual: () => Page | Promise<Page>) => Promise<Page>
}

const POLICY = '/.well-known/mta-sts.txt'

/** Creates the routes and rules of all hosts. */
export const createRoutes = ({ live, addressing }: Pick<ServerContext, 'live' | 'addressing'>): Routes => {
  const counts = createRuleCounts(live)

  /** Counts a request. Returns the number of earlier ones with its method and path. */
  const countOf = ({ name, method, path }: HostRequest): number => {
    const key = `requests ${name} ${method} ${path}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count
  }

  /** Reads a request. Returns a function that renders replies to it; undefined if its body is too large. */
  const read = async (world: World, request: HostRequest, stated: StatedHttp['headers']) => {
    const { name, scheme, path, message, socket } = request
    const count = countOf(request)
    const octets = await request.body()
    if (octets === undefined) return undefined
    const from = addressing.toWorld(unmapped(socket.remoteAddress))
    const facts = await requestFacts(message, octets, {
      scheme,
      host: name,
      path,
      client: isLoopback(from) ? OWN_ADDRESSES[0] : from,
      at: live.time(),
      uuid: uuidOf(`${world.seed} ${name} ${request.method} ${path} ${count}`),
    })
    const headers = stated === 'usual' ? usualHeaders(world, name) : stated
    const render = (reply: HttpReply, parts: RequestFacts['path'] = {}) =>
      renderReply(reply, { ...facts, path: parts }, { seed: world.seed, count, headers })
    return { facts, render }
  }

  const httpAt = (world: World, name: string): StatedHttp | undefined => {
    const stated = statedHttpOf(world, name)
    return stated?.isAbridged === true ? knownHttpOf(name) : stated
  }

  const meet = async (request: HostRequest): Promise<RuledRequest> => {
    const { name, method, path } = request
    const world = live.now()
    const http = httpAt(world, name)
    const rules = httpRulesOf(world, name, http)
    const [target = ''] = path.split('?')
    const rule =
      rules.length === 0 ? undefined : httpRuleFor(rules, { host: name, method, path: target }, counts, live.time())
    if (rule?.effect.kind !== 'reply') return { effect: rule?.effect }
    const given = await read(world, request, http?.headers ?? {})
    return { page: given?.render(rule.effect.reply, rule.path && partsOf(rule.path, target)) ?? TOO_LARGE }
  }

  return {
    meet,
    pageFor: async (request, usual) => {
      const { page, effect } = { effect: undefined, ...(await meet(request)) }
      if (page !== undefined) return page
      const world = live.now()
      const http = httpAt(world, request.name)
      if (http?.routes === undefined || (http.scheme ?? request.scheme) !== request.scheme)
        return withEffect(await usual(), effect)
      const given = await read(world, request, http.headers)
      if (given === undefined) return TOO_LARGE
      const { facts, render } = given
      const found = routeFor(http.routes, facts)
      if (found.kind === 'reply') return withEffect(render(found.reply, found.path), effect)
      if (found.kind === 'method')
        return withEffect(render({ status: 405, headers: { Allow: found.allowed.join(', ') } }), effect)
      return withEffect(facts.target === POLICY ? await usual() : render({ status: 404 }), effect)
    },
  }
}

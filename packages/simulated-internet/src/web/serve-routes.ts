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
import { closing, type PageRequest } from './http-responder.ts'
import { renderReply } from './render-reply.ts'
import { requestFacts } from './request-facts.ts'
import type { Page } from './send-page.ts'

/** The address of the programs in the world. */
const PROGRAMS = '192.0.2.2'

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
const withEffect = (page: Page, effect: HttpEffect | undefined): Page => {
  if (effect === undefined || effect.kind === 'reply') return page
  if (effect.kind !== 'delay') return { ...page, fault: effect }
  return { ...page, delay: (page.delay ?? 0) + effect.milliseconds }
}

/** A request to a host of the world. */
export interface HostRequest extends PageRequest {
  readonly name: string
  readonly scheme: 'http' | 'https'
}

/** The stated routes and rules of the web servers of a live world. */
export interface Routes {
  /**
   * Returns the page for a request: first that of a rule, then that of a route, or else the usual one. Other rules change the page that
   * answers.
   */
  readonly pageFor: (world: World, request: HostRequest, usual: () => Page | Promise<Page>) => Promise<Page>
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
      client: isLoopback(from) ? PROGRAMS : from,
      at: live.time(),
      uuid: uuidOf(`${world.seed} ${name} ${request.method} ${path} ${count}`),
    })
    const headers = stated === 'usual' ? usualHeaders(world, name) : stated
    const render = (reply: HttpReply, parts: RequestFacts['path'] = {}) =>
      renderReply(reply, { ...facts, path: parts }, { seed: world.seed, count, headers })
    return { facts, render }
  }

  return {
    pageFor: async (world, request, usual) => {
      const { name, scheme, method, path } = request
      const stated = statedHttpOf(world, name)
      const http = stated?.isAbridged === true ? knownHttpOf(name) : stated
      const [target = ''] = path.split('?')
      const rules = httpRulesOf(world, name, http)
      const rule =
        rules.length === 0 ? undefined : httpRuleFor(rules, { host: name, method, path: target }, counts, live.time())
      const effect = rule?.effect
      const routes = (http?.scheme ?? scheme) === scheme ? http?.routes : undefined
      if (routes === undefined && effect?.kind !== 'reply') return withEffect(await usual(), effect)
      const given = await read(world, request, http?.headers ?? {})
      if (given === undefined) return TOO_LARGE
      const { facts, render } = given
      if (effect?.kind === 'reply') return render(effect.reply, rule?.path && partsOf(rule.path, target))
      const found = routeFor(routes ?? [], facts)
      if (found.kind === 'reply') return withEffect(render(found.reply, found.path), effect)
      if (found.kind === 'method')
        return withEffect(render({ status: 405, headers: { Allow: found.allowed.join(', ') } }), effect)
      return withEffect(target === POLICY ? await usual() : render({ status: 404 }), effect)
    },
  }
}

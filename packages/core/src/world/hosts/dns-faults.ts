import { type DnsFault, type DnsFaultEffect, zoneAt } from '../facts.ts'
import { isWithin } from '../../foundation/names.ts'
import { aliasPathOf } from '../names/aliases.ts'
import { isUpper } from '../names/companies.ts'
import { dnssecStateOf } from '../names/dnssec.ts'
import { nameserversOf } from '../names/nameservers.ts'
import { applies, type RuleCounts } from '../rules.ts'
import { createWorld, memoize, type World } from '../world.ts'
import type { Overrides } from '../decisions.ts'
import { zoneOverridesAt } from '../overrides-at.ts'
import { addressesOf } from './hosts.ts'

/** The address of the resolver that the tools use. */
export const TOOLS_RESOLVER = '192.0.2.53'

/** A query as one server receives it. */
export interface ReceivedQuery {
  /** In canonical form. */
  readonly name: string
  /** The record type, such as `MX` or `TYPE65`. */
  readonly type: string
  /** `resolver`, or the number of a nameserver of the name's zone, from 1. */
  readonly server: 'resolver' | number
  /** The addresses of the server. */
  readonly addresses: readonly string[]
  readonly transport: 'udp' | 'tcp'
  /** Whether the query has an OPT record (RFC 6891). */
  readonly hasEdns: boolean
}

const fitsEffect = ({ kind }: DnsFaultEffect, { server, transport, hasEdns }: ReceivedQuery): boolean => {
  if (kind === 'lame') return server !== 'resolver'
  if (kind === 'formerr') return hasEdns
  return kind === 'truncate' ? transport === 'udp' : kind !== 'refuse-tcp' || transport === 'tcp'
}

const fitsName = (wanted: string | undefined, name: string): boolean =>
  wanted === undefined ||
  (wanted.startsWith('*.') ? name !== wanted.slice(2) && isWithin(name, wanted.slice(2)) : wanted === name)

const fits = ({ name, type, server, transport, effect }: DnsFault, query: ReceivedQuery): boolean =>
  (type === undefined || type === query.type) &&
  (transport === undefined || transport === query.transport) &&
  (server === undefined || server === query.server || query.addresses.includes(String(server))) &&
  fitsName(name, query.name) &&
  fitsEffect(effect, query)

/**
 * Returns the first rule that applies to a query. Rules count equal questions (name and type), because programs ask different questions at the
 * same time, in an order that chance decides.
 */
export const dnsFaultFor = (
  world: World,
  query: ReceivedQuery,
  counts: RuleCounts,
  at = world.at,
): DnsFault | undefined =>
  world.facts?.dnsFaults?.rules.find(
    (rule) => fits(rule, query) && applies(rule, `${query.type} ${query.name}`, at, counts),
  )

/** Returns the nameserver of a name's zone at an address, as rules name it; undefined for other servers, such as root servers. */
export const nameserverAt = (
  world: World,
  name: string,
  address: string,
): Pick<ReceivedQuery, 'server' | 'addresses'> | undefined => {
  if (isUpper(zoneAt(world, name))) return undefined
  const servers = nameserversOf(world, name).map((host) => addressesOf(world, host))
  const index = servers.findIndex((addresses) => addresses.includes(address))
  return index < 0 ? undefined : { server: index + 1, addresses: servers[index] ?? [] }
}

/** What becomes of a question on its way. */
export interface Asked {
  readonly outcome: 'answer' | 'failure' | 'nxdomain' | 'timeout'
  /** The code of a failure. */
  readonly rcode: 'SERVFAIL' | 'REFUSED' | 'NOTIMP'
  /** The time until the answer that the rules cause, in milliseconds. */
  readonly wait: number
  /** The rules with an answer of their own that a server gave. */
  readonly answers: readonly DnsFault[]
}

const PLAIN: Asked = { outcome: 'answer', rcode: 'SERVFAIL', wait: 0, answers: [] }

// How long the world's resolvers wait for a nameserver, in milliseconds, and how many queries they send for a name.
const [NAMESERVER_TIME, NAMESERVER_TRIES] = [1000, 4]
// How long programs wait for a resolver, in milliseconds (glibc too waits for 5 s), and how many queries they send.
const [RESOLVER_TIME, RESOLVER_TRIES] = [5000, 4]

/** The reply of a server to a query that its client repeats over TCP and without EDNS where the server wants that. */
interface Reply {
  readonly outcome: Asked['outcome']
  readonly rcode: Asked['rcode']
  readonly wait: number
  readonly hasEdns: boolean
  readonly answers: readonly DnsFault[]
}

const ask = (
  world: World,
  query: Omit<ReceivedQuery, 'transport' | 'hasEdns'>,
  counts: RuleCounts,
  timeout: number,
): Reply => {
  let transport: ReceivedQuery['transport'] = 'udp'
  let hasEdns = true
  for (;;) {
    const rule = dnsFaultFor(world, { ...query, transport, hasEdns }, counts)
    const reply = { outcome: 'answer', rcode: 'SERVFAIL', wait: 0, hasEdns, answers: [] } as const
    if (rule === undefined) return reply
    const { effect } = rule
    if (effect.kind === 'truncate') transport = 'tcp'
    else if (effect.kind === 'formerr') hasEdns = false
    else if (effect.kind === 'answer') return { ...reply, answers: [rule] }
    else if (effect.kind === 'drop') return { ...reply, outcome: 'timeout', wait: timeout }
    else if (effect.kind === 'delay')
      return effect.milliseconds < timeout
        ? { ...reply, wait: effect.milliseconds }
        : { ...reply, outcome: 'timeout', wait: timeout }
    else if (effect.kind === 'rcode')
      return effect.rcode === 'NXDOMAIN'
        ? { ...reply, outcome: 'nxdomain' }
        : { ...reply, outcome: 'failure', rcode: effect.rcode }
    else return { ...reply, outcome: 'failure' }
  }
}

/** Asks the nameservers of a zone in turn, as a resolver does. */
const askNameservers = (world: World, name: string, type: string, validates: boolean): Asked => {
  const needsProof = validates && dnssecStateOf(world, name) === 'secure'
  const counts = new Map<string, number>()
  const servers = isUpper(zoneAt(world, name)) ? [] : nameserversOf(world, name)
  let wait = 0
  let isSilent = true
  for (let index = 0; index < NAMESERVER_TRIES && servers.length > 0; index++) {
    const number = index % servers.length
    const addresses = addressesOf(world, servers[number] ?? '')
    const reply = ask(world, { name, type, server: number + 1, addresses }, counts, NAMESERVER_TIME)
    wait += reply.wait
    // Without EDNS there are no signatures, and the response code alone proves nothing.
    const isProven = !needsProof || (reply.hasEdns && reply.outcome !== 'nxdomain')
    if (isProven && (reply.outcome === 'answer' || reply.outcome === 'nxdomain'))
      return { ...PLAIN, outcome: reply.outcome, wait, answers: reply.answers }
    if (reply.outcome !== 'timeout') isSilent = false
  }
  return servers.length === 0 ? PLAIN : { ...PLAIN, outcome: isSilent ? 'timeout' : 'failure', wait }
}

/** Asks for a name and for all names that its aliases lead to. */
const askUpstream = (world: World, name: string, type: string, validates: boolean): Asked => {
  const answers: DnsFault[] = []
  let wait = 0
  const { links, end } = aliasPathOf(world, name)
  const names = type === 'CNAME' || type === 'DS' ? [name] : [...links.map((link) => link.name), end]
  for (const one of names) {
    const reply = askNameservers(world, one, type, validates)
    wait += reply.wait
    answers.push(...reply.answers)
    if (reply.outcome !== 'answer') return { ...reply, wait }
  }
  return { ...PLAIN, wait, answers }
}

/** The one who asks, and the resolver. */
export interface QueryOptions {
  /** The address of the resolver. */
  readonly resolver?: string | undefined
  /** Whether the resolver validates; default true. */
  readonly validates?: boolean | undefined
  /** Whether the resolver itself asks: then only the rules of nameservers apply. */
  readonly isResolver?: boolean | undefined
  /** Earlier queries of the program. */
  readonly counts?: RuleCounts | undefined
}

/** Returns what becomes of a question by the rules of the world document, for a program that repeats lost queries. */
export const askedOf = (world: World, name: string, type: string, options?: QueryOptions): Asked => {
  if (world.facts?.dnsFaults === undefined) return PLAIN
  return options === undefined ? askedPlainly(world, `${type} ${name}`) : askBy(world, name, type, options)
}

// A tool looks at the same question several times.
const askedPlainly = memoize((world, question): Asked => {
  const space = question.indexOf(' ')
  return askBy(world, question.slice(space + 1), question.slice(0, space), {})
})

const askBy = (
  world: World,
  name: string,
  type: string,
  { resolver = TOOLS_RESOLVER, validates = true, isResolver = false, counts = new Map() }: QueryOptions,
): Asked => {
  if (isResolver) return askUpstream(world, name, type, validates)
  let wait = 0
  for (let count = 0; count < RESOLVER_TRIES; count++) {
    const reply = ask(world, { name, type, server: 'resolver', addresses: [resolver] }, counts, RESOLVER_TIME)
    wait += reply.wait
    if (reply.outcome === 'timeout') continue
    if (reply.outcome !== 'answer' || reply.answers.length > 0)
      return { outcome: reply.outcome, rcode: reply.rcode, wait, answers: reply.answers }
    const upstream = askUpstream(world, name, type, validates)
    return { ...upstream, wait: wait + upstream.wait }
  }
  return { ...PLAIN, outcome: 'timeout', wait }
}

/** A server that answers questions for a name: `resolver`, or the name of a nameserver. */
export interface NamedServer extends Pick<ReceivedQuery, 'server' | 'addresses'> {
  readonly host: string
}

/** Returns the servers that answer questions for a name: the resolvers as one, and the nameservers of its zone. */
export const serversOf = (world: World, name: string, resolvers: readonly string[]): NamedServer[] => {
  const nameservers = isUpper(zoneAt(world, name)) ? [] : nameserversOf(world, name)
  return [
    { host: 'resolver', server: 'resolver', addresses: resolvers },
    ...nameservers.map((host, index) => ({ host, server: index + 1, addresses: addressesOf(world, host) })),
  ]
}

/** Returns the servers of a question that a rule concerns, whichever query it counts. */
export const concernedServers = (
  rule: DnsFault,
  question: { readonly name: string; readonly type: string },
  servers: readonly NamedServer[],
): NamedServer[] =>
  servers.filter((server) =>
    TRANSPORTS.some((transport) => fits(rule, { ...server, ...question, transport, hasEdns: true })),
  )

const TRANSPORTS = ['udp', 'tcp'] as const

/** Returns a world in which all servers give the answers of some rules, and no other rules apply. */
export const worldAnswering = (world: World, rules: readonly DnsFault[]): World => {
  const { seed, at, overrides, scopes, facts } = world
  const answering = facts?.dnsFaults?.answering(rules)
  return answering === undefined
    ? world
    : createWorld(seed, at, overrides, scopes, { ...answering, dnsFaults: undefined })
}

/**
 * Returns the world as programs or resolvers see it: with the answers of rules that their first queries meet, in place of the records of the
 * zones. Only programs still meet the rules.
 */
export const worldSeenBy = (world: World, by: 'program' | 'resolver'): World => {
  const faults = world.facts?.dnsFaults
  if (faults === undefined) return world
  const met = faults.rules.filter(
    ({ name = '', type = '', effect, number }) =>
      effect.kind === 'answer' &&
      askedOf(world, name, type, { isResolver: by === 'resolver' }).answers.some((one) => one.number === number),
  )
  if (by === 'resolver') return worldAnswering(world, met)
  const { seed, at, overrides, scopes } = world
  return met.length === 0 ? world : createWorld(seed, at, overrides, scopes, faults.answering(met))
}

/**
 * Returns whether a firewall on the way to a resolver ends DNS over TLS (`dot`) or HTTPS (`doh`). It is near the client, so it ends connections to public
 * resolvers too.
 */
export const isEncryptionBlocked = (world: World, protocol: 'dot' | 'doh', resolver = TOOLS_RESOLVER): boolean =>
  (world.scopes?.atAddress(world, resolver) ?? world.overrides)[protocol] === 'blocked'

/** Returns how the nameservers of a zone answer requests for transfers. */
export const transfersOf = (world: World, zone: string): NonNullable<Overrides['transfers']> =>
  zoneOverridesAt(world, zone).transfers ?? 'whole'

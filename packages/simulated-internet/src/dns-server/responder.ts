import { setTimeout as waitFor } from 'node:timers/promises'
import {
  askedOf,
  type DnsFault,
  dnsFaultFor,
  nameserverAt,
  publicResolversOf,
  type World,
  worldAnswering,
  worldSeenBy,
} from '@netbox/core/dns'
import { addressesOf } from '@netbox/core/network'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { AnsweredHost } from '../internet/address-book.ts'
import type { RequestToLog } from '../internet/request-log.ts'
import { createRecentMap, type RecentMap } from '../internet/recent-map.ts'
import type { LiveWorld } from '../internet/live-world.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { answerWithAuthority, refused } from './authoritative-answer.ts'
import {
  type DnsReply,
  type DnsRequest,
  isRequest,
  LARGEST_DATAGRAM,
  LARGEST_MESSAGE,
  rcodes,
  readRequest,
  writeResponse,
} from './message.ts'
import { type RecordSet, types, worldTypes } from './record-data.ts'
import { answerRecursively, type Resolver } from './recursive-answer.ts'
import { openRecords, type WorldRecords } from './world-records.ts'
import { createZones } from './zones.ts'

const typeNames: ReadonlyMap<number, string> = new Map(Object.entries(types).map(([name, number]) => [number, name]))
const rcodeNames: ReadonlyMap<number, string> = new Map(Object.entries(rcodes).map(([name, number]) => [number, name]))

/** Formats a query: `mail.example MX`. A type without a name is shown as in `TYPE65` (RFC 3597, section 5). */
const questionText = (name: string, type: number): string => `${name} ${typeText(type)}`

const typeText = (type: number): string => typeNames.get(type) ?? `TYPE${type}`

/** Describes the answer to a query: the number of records or, if there are none, the reason. */
const answerText = ({ rcode, answer = [], authority = [] }: DnsReply): string => {
  if (rcode !== rcodes.NOERROR) return rcodeNames.get(rcode) ?? `RCODE${rcode}`
  const count = answer.filter(({ type }) => type !== types.RRSIG).reduce((sum, { data }) => sum + data.length, 0)
  if (count > 0) return count === 1 ? '1 record' : `${count} records`
  const referred = authority.find(({ type }) => type === types.NS)
  return referred === undefined ? 'no records' : `referral to ${referred.name}`
}

/** A received message and its destination. */
export interface Incoming {
  readonly message: Buffer
  readonly transport: 'udp' | 'tcp'
  /** The address of the world that received the message. */
  readonly server: string
}

/** A function that answers messages. It returns undefined if no answer is sent. */
export type Responder = (incoming: Incoming) => Promise<Buffer | undefined> | Buffer | undefined

const opcodes = { query: 0, notify: 4, update: 5 } as const
const DNS_PORT = 53
const CLASS_IN = 1
const CLASS_ANY = 255
const SMALLEST_LIMIT = 512
// The number of responses that wait at once; others are dropped.
const MOST_WAITING = 10_000

const knownOpcodes: ReadonlySet<number> = new Set(Object.values(opcodes))

/** Returns whether a type exists in no zone: those for signatures of messages, and others that only some messages have (RFC 6895). */
const isMetaType = (type: number): boolean => type === types.OPT || (type >= 128 && type < types.ANY)

/** Returns the code of the reply to a request that all servers refuse; undefined for any other request. */
const refusalCode = ({ opcode, type, class: asked, edns }: DnsRequest): number | undefined => {
  if (edns !== undefined && edns.version > 0) return rcodes.BADVERS
  if (opcode === opcodes.update || opcode === opcodes.notify) return rcodes.REFUSED
  if (opcode !== opcodes.query || type === types.MAILA || type === types.MAILB) return rcodes.NOTIMP
  if (type === types.AXFR || type === types.IXFR) return rcodes.REFUSED
  if (isMetaType(type)) return rcodes.FORMERR
  return asked === CLASS_IN || asked === CLASS_ANY ? undefined : rcodes.REFUSED
}

/** Returns the reply to a request that all servers refuse; undefined for any other request. */
const refusalOf = (request: DnsRequest, isResolver: boolean): DnsReply | undefined => {
  const rcode = refusalCode(request)
  return rcode === undefined ? undefined : { rcode, recursionAvailable: isResolver }
}

/** Returns the code of the reply to a malformed message. A server that does not know an operation does not know its format either. */
const malformedCode = (message: Buffer): number =>
  knownOpcodes.has(((message[2] ?? 0) >> 3) & 15) ? rcodes.FORMERR : rcodes.NOTIMP

const limitOf = ({ type, edns }: DnsRequest, transport: 'udp' | 'tcp'): number => {
  if (transport === 'tcp') return LARGEST_MESSAGE
  // An answer with all records of a name is much larger than the query. To prevent amplification attacks with forged source addresses,
  // clients get it only over TCP (RFC 8482).
  if (type === types.ANY) return 0
  return Math.min(Math.max(edns?.size ?? 0, SMALLEST_LIMIT), LARGEST_DATAGRAM)
}

/** A cached answer, ready to send again. */
interface KeptAnswer extends RequestToLog {
  /** The octets of the response as characters. */
  readonly response: string
  readonly hosts: readonly AnsweredHost[]
  /** The milliseconds until the response is sent. */
  readonly wait?: number
}

const MOST_KEPT = 20_000
// The length of the longest message whose answer is cached, in octets. Real clients send shorter queries. Without the limit, a flood of
// padded queries would fill the memory.
const LONGEST_KEPT = 512

const NO_SETS: readonly RecordSet[] = []
const NO_ADDRESSES: readonly string[] = []
const NO_HOSTS: readonly AnsweredHost[] = []

/**
 * Returns the hosts of a reply with their addresses. An alias has the addresses of its target, also if they are not in the reply, because a
 * resolver asks for them by the name of the target.
 */
const hostsOf = (
  { answer = NO_SETS, additional = NO_SETS }: DnsReply,
  addressesOfAlias: (name: string) => readonly string[],
): readonly AnsweredHost[] => {
  const hosts: AnsweredHost[] = []
  for (const { name, type } of answer)
    if (type === types.CNAME)
      for (const address of addressesOfAlias(name)) hosts.push({ host: name, address, entry: undefined })
  for (const sets of [answer, additional])
    for (const { name, addresses = NO_ADDRESSES } of sets)
      for (const address of addresses) hosts.push({ host: name, address, entry: undefined })
  // Copies the array to free its unused capacity.
  return hosts.length === 0 ? NO_HOSTS : hosts.slice()
}

/** The caches of one world. They are dropped when the world changes. */
interface Served {
  readonly world: World
  /** The records of the zones. */
  readonly records: WorldRecords
  /** The records as resolvers see them: rules of the world document may give nameservers other answers. */
  readonly resolved: WorldRecords
  /** Returns the records with the answer of a rule of the document. */
  readonly answering: (rule: DnsFault) => WorldRecords
  /** The world document. The rules count from its change on. */
  readonly document: ReturnType<LiveWorld['document']>
  /** The queries that each rule counted. */
  readonly counts: RecentMap<number>
  readonly resolvers: ReadonlyMap<string, Resolver>
  /** The latest answer to each message, by the message without its id. Clients rarely send the same query to several servers. */
  readonly kept: RecentMap<KeptAnswer>
  /** The number of lost tries of each query, because clients may repeat a query. */
  readonly lost: RecentMap<number>
}

const hasRules = (world: World): boolean => world.facts?.dnsFaults !== undefined

/** A reply with the effects of rules: the size to which it is truncated, and the milliseconds until it is sent. */
interface RuledReply {
  readonly reply: DnsReply | undefined
  readonly wait: number
  readonly isTruncated?: boolean
  readonly isClosed?: boolean
  /** The rule that the query met. */
  readonly rule?: DnsFault | undefined
}

const resolversOf = (world: World): ReadonlyMap<string, Resolver> =>
  new Map<string, Resolver>([
    [TOOLS_RESOLVER, { server: undefined, validates: true }],
    ...publicResolversOf(world).map(({ address, validates }) => [address, { server: address, validates }] as const),
  ])

/** Creates a responder that answers DNS messages from the live world. */
export const createResponder = ({ live, addressing, log, addressBook }: ServerContext): Responder => {
  let served: Served | undefined
  // The number of responses that rules delay.
  let waiting = 0
  const serve = (): Served => {
    const world = live.now()
    if (served?.world === world) return served
    const document = live.document()
    const open = (seen: World): WorldRecords => openRecords(seen, createZones(seen), addressing)
    const records = open(worldAnswering(world, []))
    const answers = new Map<number, WorldRecords>()
    served = {
      world,
      records,
      resolved: !hasRules(world) ? records : open(worldSeenBy(world, 'resolver')),
      answering: (rule) => {
        const found = answers.get(rule.number) ?? open(worldAnswering(world, [rule]))
        answers.set(rule.number, found)
        return found
      },
      document,
      counts: served !== undefined && served.document === document ? served.counts : createRecentMap(MOST_KEPT),
      resolvers: resolversOf(world),
      kept: createRecentMap(MOST_KEPT),
      lost: createRecentMap(MOST_KEPT),
    }
    return served
  }

  /** Answers as a resolver. Returns undefined if the query is lost. The same tries are lost as in `queryDns`. */
  const resolve = (
    { records, lost }: Served,
    request: DnsRequest,
    resolver: Resolver,
    transport: 'udp' | 'tcp',
  ): DnsReply | undefined => {
    // Over TCP nothing is lost, because it resends lost data. Over UDP, only queries for the world's record types can be lost.
    if (transport === 'tcp' || !worldTypes.has(request.type)) return answerRecursively(records, request, resolver)
    // Most queries get an answer at the first try. The tries of the others are counted.
    const first = answerRecursively(records, request, resolver, 1)
    if (first !== undefined) return first
    const question = `${request.type} ${request.name}`
    const tries = (lost.get(question) ?? 0) + 1
    const reply = tries === 1 ? undefined : answerRecursively(records, request, resolver, tries)
    lost.set(question, reply === undefined ? tries : 0)
    return reply
  }

  const replyTo = (now: Served, request: DnsRequest, { server, transport }: Incoming): DnsReply | undefined => {
    const resolver = now.resolvers.get(server)
    const refusal = refusalOf(request, resolver !== undefined)
    if (refusal !== undefined) return refusal
    if (resolver !== undefined) return resolve(now, request, resolver, transport)
    addressBook.recordConnection()
    return answerWithAuthority(now.records, request, server)
  }

  /** Replies as a resolver whose nameservers follow the rules of the world document. */
  const resolveByRules = (now: Served, request: DnsRequest, incoming: Incoming, resolver: Resolver): RuledReply => {
    const { name, type, checkingDisabled } = request
    const validates = resolver.validates && !checkingDisabled
    const { outcome, wait } = askedOf(now.world, name, typeText(type), { isResolver: true, validates })
    const failed = { rcode: rcodes.SERVFAIL, recursionAvailable: true }
    if (outcome === 'failure') return { reply: failed, wait }
    if (outcome === 'timeout') return { reply: incoming.transport === 'tcp' ? failed : undefined, wait }
    if (outcome === 'nxdomain') return { reply: { ...failed, rcode: rcodes.NXDOMAIN }, wait }
    return { reply: resolve({ ...now, records: now.resolved }, request, resolver, incoming.transport), wait }
  }

  /** Replies by the rules of the world document. */
  const replyByRules = (now: Served, request: DnsRequest, incoming: Incoming): RuledReply => {
    const { server, transport } = incoming
    const resolver = now.resolvers.get(server)
    const refusal = refusalOf(request, resolver !== undefined)
    if (refusal !== undefined) return { reply: refusal, wait: 0 }
    const asked =
      resolver === undefined
        ? nameserverAt(now.world, request.name, server)
        : ({ server: 'resolver', addresses: [server] } as const)
    const query = { name: request.name, type: typeText(request.type), transport, hasEdns: request.edns !== undefined }
    const rule = asked && dnsFaultFor(now.world, { ...query, ...asked }, now.counts)
    const usual = (): RuledReply =>
      resolver === undefined
        ? { reply: replyTo(now, request, incoming), wait: 0 }
        : resolveByRules(now, request, incoming, resolver)
    if (rule === undefined) return usual()
    const { effect } = rule
    const side = resolver === undefined ? { isAuthoritative: true } : { recursionAvailable: true }
    switch (effect.kind) {
      case 'drop':
        return { reply: undefined, wait: 0, rule }
      case 'delay': {
        const { wait, ...rest } = usual()
        return { ...rest, wait: wait + effect.milliseconds, rule }
      }
      case 'truncate':
        return { ...usual(), isTruncated: true, rule }
      case 'rcode':
        return { reply: { rcode: rcodes[effect.rcode], ...side }, wait: 0, rule }
      case 'formerr':
        return { reply: { rcode: rcodes.FORMERR }, wait: 0, rule }
      case 'lame':
        return { reply: refused(request.name), wait: 0, rule }
      case 'refuse-tcp':
        return { reply: undefined, wait: 0, isClosed: true, rule }
      case 'answer': {
        const records = now.answering(rule)
        const reply = replyTo({ ...now, records }, request, incoming)
        return { reply, wait: 0, rule }
      }
    }
  }

  const recordAnswer = (world: World, hosts: KeptAnswer['hosts']): Promise<unknown> | undefined => {
    let waits: Promise<unknown>[] | undefined
    for (const answered of hosts) {
      const wait = addressBook.recordAnswer(world, answered)
      if (wait !== undefined) (waits ??= []).push(wait)
    }
    return waits && Promise.all(waits)
  }

  const localsOf = (world: World) => (name: string) =>
    addressesOf(world, name).flatMap((address) => addressing.toLocal(address) ?? [])

  const compute = (now: Served, key: string, incoming: Incoming): KeptAnswer | undefined => {
    const { message, transport, server } = incoming
    const keep = (
      question: string,
      answer: string,
      outcome: RequestToLog['outcome'],
      response: string,
      hosts = NO_HOSTS,
    ): KeptAnswer => ({
      protocol: 'dns',
      transport,
      server,
      port: DNS_PORT,
      question,
      answer,
      outcome,
      response,
      hosts,
    })
    const request = readRequest(message)
    if (request === undefined) {
      const reply = { rcode: malformedCode(message), recursionAvailable: now.resolvers.has(server) }
      return keep('malformed', answerText(reply), 'refused', writeResponse(message, undefined, reply, SMALLEST_LIMIT))
    }
    const question = questionText(request.name, request.type)
    const isRuled = hasRules(now.world)
    const ruled: RuledReply = isRuled
      ? replyByRules(now, request, incoming)
      : { reply: replyTo(now, request, incoming), wait: 0 }
    const { reply, wait, rule, isTruncated = false, isClosed = false } = ruled
    const by = rule === undefined ? '' : `, by rule ${rule.number + 1}`
    if (isClosed) {
      log.add(keep(question, `connection closed${by}`, 'refused', ''))
      throw new RangeError('a rule closes the connection')
    }
    if (reply === undefined) {
      log.add(keep(question, `no answer${by}`, 'lost', ''))
      return undefined
    }
    // A server that does not know EDNS sends no OPT record.
    const heard = rule?.effect.kind === 'formerr' ? { ...request, edns: undefined } : request
    const response = writeResponse(message, heard, reply, isTruncated ? 0 : limitOf(request, transport))
    const outcome = reply.rcode === rcodes.NOERROR || reply.rcode === rcodes.NXDOMAIN ? 'answered' : 'refused'
    const text = isTruncated ? 'truncated' : answerText(reply)
    const answer = { ...keep(question, `${text}${by}`, outcome, response, hostsOf(reply, localsOf(now.world))), wait }
    if (!isRuled && message.length <= LONGEST_KEPT) now.kept.set(key, answer)
    return answer
  }

  return (incoming) => {
    const { message, transport, server } = incoming
    if (!isRequest(message)) return undefined
    const now = serve()
    const key = message.toString('latin1', 2)
    let answer = now.kept.get(key)
    if (answer === undefined || answer.server !== server || answer.transport !== transport) {
      const start = Date.now()
      answer = compute(now, key, incoming)
      if (answer === undefined) return undefined
      log.add(answer, start)
    } else log.add(answer)
    const response = Buffer.from(answer.response, 'latin1')
    response[0] = message[0] ?? 0
    response[1] = message[1] ?? 0
    const ready = recordAnswer(now.world, answer.hosts)
    const { wait = 0 } = answer
    if (wait === 0) return ready === undefined ? response : ready.then(() => response)
    if (waiting >= MOST_WAITING) return undefined
    waiting++
    return Promise.all([waitFor(wait), ready])
      .then(() => response)
      .finally(() => waiting--)
  }
}

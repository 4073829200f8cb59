import { askedOf, type DnsFault, dnsFaultFor, nameserverAt, reboundAddressesOf } from '@netbox/core/dns'
import { answerWithAuthority, refused } from './authoritative-answer.ts'
import { discoverySet, isEncryptedResolver } from './encrypted-resolvers.ts'
import { type DnsReply, type DnsRequest, rcodes } from './message.ts'
import { types, worldTypes } from './record-data.ts'
import { answerRecursively, type Resolver } from './recursive-answer.ts'
import { hasRules, type ServedWorld } from './served-world.ts'

const typeNames: ReadonlyMap<number, string> = new Map(Object.entries(types).map(([name, number]) => [number, name]))

/** Returns the name of a record type; a type without one is shown as in `TYPE65` (RFC 3597, section 5). */
export const typeText = (type: number): string => typeNames.get(type) ?? `TYPE${type}`

/** A received message and its destination. */
export interface Incoming {
  readonly message: Buffer
  readonly transport: 'udp' | 'tcp'
  /** The address of the world that received the message. */
  readonly server: string
  /** The port; 53 by default. Resolvers over TLS and HTTPS have others. */
  readonly port?: number
}

/** The operations of messages (RFC 6895, section 2.2). */
export const opcodes = { query: 0, notify: 4, update: 5 } as const

/** Returns the operation of a message. */
export const opcodeOf = (message: Buffer): number => ((message[2] ?? 0) >> 3) & 15

const CLASS_IN = 1
const CLASS_ANY = 255

const knownOpcodes: ReadonlySet<number> = new Set(Object.values(opcodes))

/** Returns whether a type exists in no zone: types for signatures of messages, and others that only messages have (RFC 6895). */
const isMetaType = (type: number): boolean => type === types.OPT || (type >= 128 && type < types.ANY)

/** Returns the code of the reply to a request that all servers refuse; undefined for any other request. */
const refusalCode = ({ opcode, type, class: asked, edns }: DnsRequest): number | undefined => {
  if (edns !== undefined && edns.version > 0) return rcodes.BADVERS
  if (opcode === opcodes.notify) return rcodes.REFUSED
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
export const malformedCode = (message: Buffer): number =>
  knownOpcodes.has(opcodeOf(message)) ? rcodes.FORMERR : rcodes.NOTIMP

/** A reply with the effects of rules: the size to which it is truncated, and the milliseconds until it is sent. */
export interface RuledReply {
  readonly reply: DnsReply | undefined
  readonly wait: number
  readonly isTruncated?: boolean
  readonly isClosed?: boolean
  /** Whether the next answer to the same message differs. */
  readonly isOnce?: boolean
  /** The rule that the query met. */
  readonly rule?: DnsFault | undefined
}

/** Answers as a resolver. Returns undefined if the query is lost. The same tries are lost as in `queryDns`. */
const resolve = (
  { records, lost }: ServedWorld,
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

const usualReply = (now: ServedWorld, request: DnsRequest, { server, transport }: Incoming): DnsReply | undefined => {
  const resolver = now.resolvers.get(server)
  const refusal = refusalOf(request, resolver !== undefined)
  if (refusal !== undefined) return refusal
  if (resolver !== undefined) {
    const discovery = isEncryptedResolver(now.world, server)
      ? discoverySet(request.name, request.type, server)
      : undefined
    if (discovery !== undefined) return { rcode: rcodes.NOERROR, recursionAvailable: true, answer: [discovery] }
    return resolve(now, request, resolver, transport)
  }
  now.recordConnection()
  return answerWithAuthority(now.records, request, server)
}

/** Replies as a resolver whose nameservers follow the rules of the world document. */
const resolveByRules = (now: ServedWorld, request: DnsRequest, incoming: Incoming, resolver: Resolver): RuledReply => {
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
const replyByRules = (now: ServedWorld, request: DnsRequest, incoming: Incoming): RuledReply => {
  const { server, transport } = incoming
  const resolver = now.resolvers.get(server)
  const refusal = refusalOf(request, resolver !== undefined)
  if (refusal !== undefined) return { reply: refusal, wait: 0 }
  const asked =
    resolver === undefined
      ? nameserverAt(now.world, request.name, server)
      : ({ server: 'resolver', addresses: [server] } as const)
  const query = { name: request.name, type: typeText(request.type), transport, hasEdns: request.edns !== undefined }
  const rule = asked && dnsFaultFor(now.world, { ...query, ...asked }, now.counts, now.time())
  const usual = (): RuledReply =>
    resolver === undefined
      ? { reply: usualReply(now, request, incoming), wait: 0 }
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
      const reply = usualReply({ ...now, records }, request, incoming)
      return { reply, wait: 0, rule }
    }
  }
}

/** Returns whether a request asks for addresses that change from the second answer on. */
const isRebinding = ({ world }: ServedWorld, { name, type }: DnsRequest): boolean =>
  (type === types.A || type === types.AAAA) && reboundAddressesOf(world, name, 'A') !== undefined

/** Counts a request for addresses that a scenario rebinds. Returns the records with the later addresses from the second request on. */
const withRebinding = (now: ServedWorld, { name, type }: DnsRequest): ServedWorld => {
  const question = `${type} ${name}`
  const count = now.rebindings.get(question) ?? 0
  now.rebindings.set(question, count + 1)
  if (count === 0) return now
  const records = now.rebound()
  return { ...now, records, resolved: records }
}

/** Returns the reply to a request, by the rules of the world document if it has some. */
export const replyTo = (now: ServedWorld, request: DnsRequest, incoming: Incoming): RuledReply => {
  if (!isRebinding(now, request)) return usualOrRuled(now, request, incoming)
  return { ...usualOrRuled(withRebinding(now, request), request, incoming), isOnce: true }
}

const usualOrRuled = (now: ServedWorld, request: DnsRequest, incoming: Incoming): RuledReply =>
  hasRules(now.world) ? replyByRules(now, request, incoming) : { reply: usualReply(now, request, incoming), wait: 0 }

import { setTimeout as waitFor } from 'node:timers/promises'
import type { World } from '@netbox/core/dns'
import { addressesOf } from '@netbox/core/network'
import type { AnsweredHost } from '../internet/address-book.ts'
import type { RequestToLog } from '../internet/request-log.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import {
  type DnsReply,
  type DnsRequest,
  isRequest,
  rcodes,
  rcodeText,
  readRequest,
  SMALLEST_LIMIT,
  limitFor,
  writeResponse,
} from './message.ts'
import { type RecordSet, types } from './record-data.ts'
import { type Incoming, malformedCode, replyTo, type RuledReply, typeText } from './reply.ts'
import { hasRules, type KeptAnswer, type ServedWorld, serveLiveWorld, serveOtherWorlds } from './served-world.ts'

/** Formats a query: `mail.example MX`. A type without a name is shown as in `TYPE65` (RFC 3597, section 5). */
const questionText = (name: string, type: number): string => `${name} ${typeText(type)}`

/** Describes the answer to a query: the number of records or, if there are none, the reason. */
const answerText = ({ rcode, answer = [], authority = [] }: DnsReply): string => {
  if (rcode !== rcodes.NOERROR) return rcodeText(rcode)
  const count = answer.filter(({ type }) => type !== types.RRSIG).reduce((sum, { data }) => sum + data.length, 0)
  if (count > 0) return count === 1 ? '1 record' : `${count} records`
  const referred = authority.find(({ type }) => type === types.NS)
  return referred === undefined ? 'no records' : `referral to ${referred.name}`
}

/** A function that answers messages. It returns undefined if no answer is sent. */
export type Responder = (incoming: Incoming) => Promise<Buffer | undefined> | Buffer | undefined

const DNS_PORT = 53
// The number of responses that wait at once; others are dropped.
const MOST_WAITING = 10_000

const limitOf = ({ type, edns }: DnsRequest, transport: 'udp' | 'tcp'): number =>
  // An answer with all records of a name is much larger than the query. To prevent amplification attacks with forged source addresses,
  // clients get it only over TCP (RFC 8482).
  type === types.ANY && transport === 'udp' ? 0 : limitFor(edns, transport)

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

/** Writes the response of a rule, or of a server without one. */
const writeReply = (
  request: DnsRequest,
  { message, transport }: Incoming,
  { reply, isTruncated, rule }: Pick<RuledReply, 'isTruncated' | 'rule'> & { readonly reply: DnsReply },
): string => {
  // A server that does not know EDNS sends no OPT record.
  const heard = rule?.effect.kind === 'formerr' ? { ...request, edns: undefined } : request
  return writeResponse(message, heard, reply, isTruncated === true ? 0 : limitOf(request, transport))
}

/** Returns everything that a client receives for a request, as a text for comparison. */
const answerIn = (served: ServedWorld, request: DnsRequest, incoming: Incoming): string => {
  const ruled = replyTo(served, request, incoming)
  const { reply, wait, isClosed, isTruncated } = ruled
  if (isClosed === true) return 'connection closed'
  if (reply === undefined) return 'no answer'
  const text = isTruncated === true ? 'truncated' : answerText(reply)
  return `${text}\n${wait} ${writeReply(request, incoming, { ...ruled, reply })}`
}

/** Creates a responder that answers DNS messages from the live world. */
export const createResponder = (context: ServerContext): Responder => {
  const { addressing, log, addressBook, ask } = context
  const serve = serveLiveWorld(context)
  const serveOther = serveOtherWorlds(context)
  // The number of responses that rules delay.
  let waiting = 0
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

  const compute = (now: ServedWorld, key: string, incoming: Incoming): KeptAnswer | undefined => {
    const { message, transport, server, port = DNS_PORT } = incoming
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
      port,
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
    ask?.({
      key: `dns ${server} ${transport} ${key}`,
      at: question,
      answer: (world) => answerIn(serveOther(world), request, incoming),
    })
    const { reply, wait, rule, isTruncated = false, isClosed = false, isOnce = false } = replyTo(now, request, incoming)
    // A rule is in the document; the log finds all other sources.
    const source = rule === undefined ? undefined : ('document' as const)
    const by = rule === undefined ? '' : `, by rule ${rule.number + 1}`
    if (isClosed) {
      log.add({ ...keep(question, `connection closed${by}`, 'refused', ''), source })
      throw new RangeError('a rule closes the connection')
    }
    if (reply === undefined) {
      log.add({ ...keep(question, `no answer${by}`, 'lost', ''), source })
      return undefined
    }
    const response = writeReply(request, incoming, { reply, isTruncated, rule })
    const outcome = reply.rcode === rcodes.NOERROR || reply.rcode === rcodes.NXDOMAIN ? 'answered' : 'refused'
    const text = isTruncated ? 'truncated' : answerText(reply)
    const hosts = hostsOf(reply, localsOf(now.world))
    const answer = { ...keep(question, `${text}${by}`, outcome, response, hosts), wait, source }
    if (!hasRules(now.world) && !isOnce && message.length <= LONGEST_KEPT) now.kept.set(key, answer)
    return answer
  }

  return (incoming) => {
    const { message, transport, server, port = DNS_PORT } = incoming
    if (!isRequest(message)) return undefined
    const now = serve()
    const key = message.toString('latin1', 2)
    let answer = now.kept.get(key)
    if (answer?.server !== server || answer.transport !== transport || answer.port !== port) {
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

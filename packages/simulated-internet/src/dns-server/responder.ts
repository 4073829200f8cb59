import { publicResolversOf, queryDns, type World } from '@netbox/core/dns'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { AskedEntry } from '../internet/request-log.ts'
import type { Surroundings } from '../internet/internet-server.ts'
import { answerWithAuthority } from './authoritative-answer.ts'
import {
  type DnsReply,
  type DnsRequest,
  isRequest,
  LARGEST_DATAGRAM,
  rcodes,
  readRequest,
  writeResponse,
} from './message.ts'
import { isWorldName } from './names.ts'
import { answerText, questionText } from './question-text.ts'
import { types, worldTypes } from './record-data.ts'
import { answerRecursively, type Resolver } from './recursive-answer.ts'
import { openRecords, type WorldRecords } from './world-records.ts'
import { createZones } from './zones.ts'

/** A message that came in, and where. */
export interface Incoming {
  readonly message: Buffer
  readonly transport: 'udp' | 'tcp'
  /** The address of the world that was asked. */
  readonly server: string
}

/** Answers messages; undefined where nothing is sent back. */
export type Responder = (incoming: Incoming) => Promise<Buffer | undefined> | Buffer | undefined

const opcodes = { query: 0, notify: 4, update: 5 } as const
const CLASS_IN = 1
const CLASS_ANY = 255
const LARGEST_MESSAGE = 65_535
const SMALLEST_LIMIT = 512

/** Refuses what no server here does; undefined for a question that is answered. */
const refusalOf = ({ opcode, type, class: asked, edns }: DnsRequest): DnsReply | undefined => {
  if (edns !== undefined && edns.version > 0) return { rcode: rcodes.BADVERS }
  if (opcode === opcodes.update || opcode === opcodes.notify) return { rcode: rcodes.REFUSED }
  if (opcode !== opcodes.query) return { rcode: rcodes.NOTIMP }
  if (type === types.AXFR || type === types.IXFR) return { rcode: rcodes.REFUSED }
  return asked === CLASS_IN || asked === CLASS_ANY ? undefined : { rcode: rcodes.REFUSED }
}

const limitOf = ({ type, edns }: DnsRequest, transport: 'udp' | 'tcp'): number => {
  if (transport === 'tcp') return LARGEST_MESSAGE
  // All records of a name are many times the question: nobody gets them with a forged address (RFC 8482).
  if (type === types.ANY) return 0
  return Math.min(Math.max(edns?.size ?? 0, SMALLEST_LIMIT), LARGEST_DATAGRAM)
}

/** An answer that was given before, ready to go out again. */
interface KeptAnswer {
  readonly response: Buffer
  readonly entry: Pick<AskedEntry, 'question' | 'answer' | 'outcome'>
  /** The addresses that it hands out. */
  readonly hosts: readonly (readonly [string, string])[]
}

const MOST_KEPT = 20_000

/** Counts the tries of questions that were lost, for as long as a client may still repeat them. */
const createTries = () => {
  const tries = new Map<string, number>()
  return {
    next: (question: string): number => {
      const count = (tries.get(question) ?? 0) + 1
      if (tries.size >= MOST_KEPT) tries.clear()
      tries.set(question, count)
      return count
    },
    end: (question: string): void => void tries.delete(question),
  }
}

const addressText = (octets: Buffer): string =>
  octets.length === 4
    ? octets.join('.')
    : new URL(`http://[${octets.toString('hex').replaceAll(/(.{4})(?!$)/g, '$1:')}]/`).hostname.slice(1, -1)

const hostsOf = ({ answer = [], additional = [] }: DnsReply): (readonly [string, string])[] =>
  [...answer, ...additional].flatMap(({ name, type, data }) =>
    type === types.A || type === types.AAAA ? data.map((octets) => [name, addressText(octets)] as const) : [],
  )

/** What follows from one world, and is dropped with it. */
interface Served {
  readonly world: World
  readonly records: WorldRecords
  readonly resolvers: ReadonlyMap<string, Resolver>
  readonly kept: Map<string, KeptAnswer>
  readonly tries: ReturnType<typeof createTries>
}

const resolversOf = (world: World): ReadonlyMap<string, Resolver> =>
  new Map<string, Resolver>([
    [TOOLS_RESOLVER, { server: undefined, validates: true }],
    ...publicResolversOf(world).map(({ address, validates }) => [address, { server: address, validates }] as const),
  ])

/** Creates what answers DNS messages from the live world. */
export const createResponder = ({ live, addressing, log, book }: Surroundings): Responder => {
  let served: Served | undefined
  const serve = (): Served => {
    const world = live.now()
    if (served?.world === world) return served
    const records = openRecords(world, createZones(world), addressing)
    served = { world, records, resolvers: resolversOf(world), kept: new Map(), tries: createTries() }
    return served
  }

  /** Tells whether a question is lost on the way, as `queryDns` loses it: each try in its turn. */
  const isLost = ({ world, tries }: Served, { name, type }: DnsRequest, { server }: Resolver): boolean => {
    const known = worldTypes.get(type)
    if (known === undefined || !isWorldName(name)) return false
    const question = `${type} ${name}`
    const isTimeout = queryDns(world, name, known, { tries: tries.next(question), server }).outcome === 'timeout'
    if (!isTimeout) tries.end(question)
    return isTimeout
  }

  const replyTo = (now: Served, request: DnsRequest, { server, transport }: Incoming): DnsReply | undefined => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) return refusal
    const resolver = now.resolvers.get(server)
    if (resolver === undefined) return answerWithAuthority(now.records, request, server)
    // A connection repeats by itself what is lost.
    if (transport === 'udp' && isLost(now, request, resolver)) return undefined
    return answerRecursively(now.records, request, resolver)
  }

  const add = (entry: KeptAnswer['entry'], { transport, server }: Incoming, start: number): void =>
    log.add({
      at: Date.now(),
      protocol: 'dns',
      transport,
      server,
      port: 53,
      ...entry,
      time: Math.round(performance.now() - start),
    })

  const handOut = (hosts: KeptAnswer['hosts']): Promise<unknown> | undefined => {
    let waits: Promise<void>[] | undefined
    for (const [host, address] of hosts) {
      const wait = book.handOut(host, address)
      if (wait !== undefined) (waits ??= []).push(wait)
    }
    return waits && Promise.all(waits)
  }

  const compute = (now: Served, key: string, incoming: Incoming, start: number): KeptAnswer | undefined => {
    const { message, transport } = incoming
    const request = readRequest(message)
    if (request === undefined) {
      const response = writeResponse(message, undefined, { rcode: rcodes.FORMERR }, SMALLEST_LIMIT)
      return { response, entry: { question: 'malformed', answer: 'FORMERR', outcome: 'refused' }, hosts: [] }
    }
    const question = questionText(request.name, request.type)
    const reply = replyTo(now, request, incoming)
    if (reply === undefined) {
      add({ question, answer: 'no answer', outcome: 'lost' }, incoming, start)
      return undefined
    }
    const response = writeResponse(message, request, reply, limitOf(request, transport))
    const outcome = reply.rcode === rcodes.NOERROR ? 'answered' : 'refused'
    const answer = { response, entry: { question, answer: answerText(reply), outcome }, hosts: hostsOf(reply) } as const
    if (now.kept.size >= MOST_KEPT) now.kept.clear()
    now.kept.set(key, answer)
    return answer
  }

  return (incoming) => {
    const { message, transport, server } = incoming
    if (!isRequest(message)) return undefined
    const start = performance.now()
    const now = serve()
    const key = `${transport} ${server} ${message.toString('latin1', 2)}`
    const answer = now.kept.get(key) ?? compute(now, key, incoming, start)
    if (answer === undefined) return undefined
    add(answer.entry, incoming, start)
    const response = Buffer.from(answer.response)
    message.copy(response, 0, 0, 2)
    const ready = handOut(answer.hosts)
    return ready === undefined ? response : ready.then(() => response)
  }
}

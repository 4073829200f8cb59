import { isIP, type Socket } from 'node:net'
import { type Question, streamDecode, streamEncode } from 'dns-packet'
import type { World } from '@netbox/core/dns'
import { OWN_ADDRESSES } from '@netbox/core/network'
import type { ServerContext } from '../internet/internet-server.ts'
import { dialWorld } from '../relay/dial-world.ts'
import { portStatesAt } from '../tcp/port-state.ts'
import { AcmeProblem } from './problem.ts'

/** The place from which an authority looks at the world: its resolver, and its way to hosts. */
export interface Viewpoint {
  /** Asks the resolver for the records of each type at each name or its alias target. */
  readonly lookUp: (names: readonly string[], types: readonly RecordType[]) => Promise<AnswerTo>
  /** Connects to a port of a host. Throws a problem if the host has no address, refuses the connection, or is silent. */
  readonly connect: (host: string, port: number) => Promise<Socket>
}

type RecordType = 'A' | 'AAAA' | 'TXT' | 'CAA'

/** Returns the answer to one of the questions. Throws a problem if the resolver failed. */
type AnswerTo = (name: string, type: RecordType) => Lookup

/** A record of an answer. */
type FoundRecord =
  | { readonly type: 'A' | 'AAAA'; readonly data: string }
  | { readonly type: 'TXT'; readonly data: string | Buffer | readonly (string | Buffer)[] }
  | {
      readonly type: 'CAA'
      readonly data: {
        readonly tag: string
        readonly value: string
        readonly flags?: number
        readonly issuerCritical?: boolean
      }
    }

interface Lookup {
  readonly answers: readonly FoundRecord[]
  readonly isName: boolean
}

interface Response {
  readonly answers?: readonly FoundRecord[]
  readonly rcode?: string
}

/** The longest time of a query, a connection and a response, in milliseconds. */
const PATIENCE = 10_000
const STEPS = 10

/**
 * Destroys a socket that is open for too long. The time passes in steps, because on a busy machine this process, which may also be the peer, can
 * stand still for seconds. Such a stop counts as one step.
 */
export const endLate = (socket: Socket, error?: Error, patience = PATIENCE): void => {
  let steps = 0
  const timer = setInterval(() => {
    if (++steps === STEPS) socket.destroy(error)
  }, patience / STEPS)
  socket.once('close', () => clearInterval(timer))
}

const DNS_PORT = 53
const RECURSION_DESIRED = 0x0100
const NXDOMAIN = 'NXDOMAIN'

/** Sends queries over one TCP connection, on which no packet is lost. Returns their responses, some of which may be missing. */
const query = async (socket: Socket, questions: readonly Question[]): Promise<ReadonlyMap<number, Response>> => {
  const responses = new Map<number, Response>()
  endLate(socket)
  try {
    for (const [id, question] of questions.entries())
      socket.write(streamEncode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [question] }))
    let octets: Buffer = Buffer.alloc(0)
    for await (const part of socket as AsyncIterable<Buffer>) {
      octets = Buffer.concat([octets, part])
      while (octets.length >= 2 && octets.length >= octets.readUInt16BE() + 2) {
        const end = octets.readUInt16BE() + 2
        const response = streamDecode(octets.subarray(0, end)) as Response & { readonly id: number } // The cast is safe: decoded responses have an identifier.
        responses.set(response.id, response)
        octets = octets.subarray(end)
      }
      if (responses.size === questions.length) break
    }
  } catch {
    // The connection is over. Missing responses have timed out.
  } finally {
    socket.destroy()
  }
  return responses
}

/** The parts of an internet that the authorities need. */
export type AcmeContext = Omit<ServerContext, 'relay' | 'acme'>

/** Creates a viewpoint. `localPort` returns the port of this machine with the servers for a port of the world. */
export const createViewpoint = (context: AcmeContext, localPort: (port: number) => number | undefined): Viewpoint => {
  const { live, addressing, ask } = context

  const dialServers = async (port: number): Promise<Socket> => {
    const local = localPort(port)
    if (local === undefined) throw new AcmeProblem('connection', `Nothing in this world answers at port ${port}.`)
    return dialWorld(context, { host: '127.0.0.1', port: local })
  }

  const lookUp: Viewpoint['lookUp'] = async (names, types) => {
    const questions = names.flatMap((name) => types.map((type) => ({ name, type })))
    const responses = await query(await dialServers(DNS_PORT), questions)
    return (name, type) => {
      const response = responses.get(questions.findIndex((one) => one.name === name && one.type === type))
      const { answers = [], rcode = 'NOERROR' } = response ?? { rcode: 'query timed out' }
      if (rcode !== 'NOERROR' && rcode !== NXDOMAIN)
        throw new AcmeProblem('dns', `DNS problem: ${rcode} looking up ${type} for ${name}`)
      return { answers: answers.filter((one) => one.type === type), isName: rcode !== NXDOMAIN }
    }
  }

  /** Returns the addresses of a host: first IPv6, then IPv4. */
  const addressesOf = async (host: string): Promise<string[]> => {
    if (isIP(host) !== 0) return [host]
    const answerTo = await lookUp([host], ['AAAA', 'A'])
    const [long, short] = [answerTo(host, 'AAAA'), answerTo(host, 'A')]
    const found = [long, short].flatMap(({ answers }) =>
      answers.flatMap((one) => (one.type === 'A' || one.type === 'AAAA' ? [one.data] : [])).slice(0, 1),
    )
    if (found.length > 0) return found
    const reason = short.isName ? 'no valid A or AAAA records found' : 'NXDOMAIN looking up A'
    throw new AcmeProblem('dns', `DNS problem: ${reason} for ${host}`)
  }

  const connectAt = async (host: string, address: string, port: number): Promise<Socket> => {
    if (addressing.kind === 'namespace' && OWN_ADDRESSES.some((own) => own === address))
      return dialWorld(context, { ownPort: port })
    const stateIn = (world: World) => portStatesAt(world, isIP(host) === 0 ? [host] : [], address, [port])[0]
    ask?.({ key: `validation ${address}:${port}`, at: `${host}:${port}`, answer: (world) => stateIn(world) ?? '' })
    const state = stateIn(live.now())
    if (state === 'refused') throw new AcmeProblem('connection', `${address}: Connection refused`)
    if (state !== 'open')
      throw new AcmeProblem('connection', `${address}: Timeout during connect (likely firewall problem)`)
    // The servers of the world find the host by its name, so its address is never dialed.
    return dialServers(port)
  }

  const connect: Viewpoint['connect'] = async (host, port) => {
    let failure: unknown
    for (const address of await addressesOf(host))
      try {
        return await connectAt(host, address, port)
      } catch (error) {
        failure = error instanceof AcmeProblem ? error : new AcmeProblem('connection', `${address}: Connection refused`)
      }
    throw failure
  }

  return { lookUp, connect }
}

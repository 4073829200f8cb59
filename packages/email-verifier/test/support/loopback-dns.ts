import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import DNS, { Packet } from 'dns2'

/** The response of the nameserver for a name. */
export interface NameData {
  /** Preference and host; `[[0, '']]` is a null MX (RFC 7505). */
  readonly mx?: readonly (readonly [preference: number, host: string])[]
  readonly a?: readonly string[]
  readonly aaaa?: readonly string[]
  readonly cname?: string
  /** A failure instead of an answer: `SERVFAIL`, `REFUSED`, or silence. Optionally only for one record type. */
  readonly fails?: 'SERVFAIL' | 'REFUSED' | 'silence'
  readonly failsFor?: 'MX' | 'A' | 'AAAA'
}

/** The records by name. The items of a list are used one by one, and the last one repeatedly; a missing name is NXDOMAIN. */
export type Zones = Readonly<Record<string, NameData | readonly NameData[]>>

/** A running nameserver. Close it at the end of the test. */
export interface LoopbackDns {
  /** Address and port, in the format of `setServers`. */
  readonly server: string
  /** Every query, in order: `example.com MX`. */
  readonly questions: readonly string[]
  /** Returns the number of queries for a name and record type. */
  asked(name: string, type: 'MX' | 'A' | 'AAAA'): number
  close(): Promise<void>
}

type Send = (response: Packet) => unknown

const typeName = (type: number): string =>
  Object.entries(Packet.TYPE).find(([, number]) => number === type)?.[0] ?? `TYPE${type}`

/** Answers from the zones; counts the queries of each name and type to select the item of a list. */
const answerFrom = (zones: Zones, questions: string[]) => {
  const dataOf = (name: string, question: string): NameData | undefined => {
    const found = zones[name]
    if (found === undefined || !Array.isArray(found)) return found as NameData | undefined
    const times = questions.filter((asked) => asked === question).length
    // The cast is safe: a list contains only data.
    return found[Math.min(times, found.length) - 1] as NameData | undefined
  }

  const add = (response: Packet, name: string, data: NameData, type: number): void => {
    const record = { name, class: Packet.CLASS.IN, ttl: 1 }
    const { A, AAAA, CNAME, MX } = Packet.TYPE
    if (data.cname !== undefined) {
      response.answers.push({ ...record, type: CNAME, domain: data.cname } as never)
      const target = dataOf(data.cname, `${data.cname} ${typeName(type)}`)
      if (target !== undefined) add(response, data.cname, target, type)
    }
    const addresses = type === A ? data.a : type === AAAA ? data.aaaa : undefined
    for (const address of addresses ?? []) response.answers.push({ ...record, type, address } as never)
    if (type !== MX) return
    for (const [priority, exchange] of data.mx ?? [])
      response.answers.push({ ...record, type, priority, exchange } as never)
  }

  return (request: Packet, send: Send): void => {
    const [question] = request.questions
    if (question === undefined) return
    const name = question.name.toLowerCase()
    const type = typeName(question.type)
    questions.push(`${name} ${type}`)
    const response = Packet.createResponseFromRequest(request)
    const data = dataOf(name, `${name} ${type}`)
    const fails = data?.failsFor === undefined || data.failsFor === type ? data?.fails : undefined
    if (fails === 'silence') return
    if (fails) response.header.rcode = Packet.RCODE[fails]
    else if (data) add(response, question.name, data, question.type)
    else response.header.rcode = Packet.RCODE.NXDOMAIN
    send(response)
  }
}

/**
 * Starts a nameserver on loopback, over UDP and TCP.
 *
 * @example
 * const dns = await startDns({ 'example.com': { mx: [[10, 'mx.example.com']] }, 'mx.example.com': { a: ['127.0.0.1'] } })
 */
export const startDns = async (zones: Zones): Promise<LoopbackDns> => {
  const questions: string[] = []
  const answer = answerFrom(zones, questions)
  const tcp = DNS.createTCPServer(answer)
  const sockets = new Set<Socket>()
  tcp.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  // A server that listens on a port has an address of this form.
  const { port } = tcp.address() as AddressInfo
  const udp = DNS.createUDPServer(answer)
  await udp.listen(port, '127.0.0.1')
  return {
    server: `127.0.0.1:${port}`,
    questions,
    asked: (name, type) => questions.filter((question) => question === `${name} ${type}`).length,
    close: async () => {
      const closed = Promise.all([once(tcp, 'close'), once(udp, 'close')])
      for (const socket of sockets) socket.destroy()
      tcp.close()
      udp.close()
      await closed
    },
  }
}

import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { zoneOf } from '@netbox/core/dns'
import { OWN_ADDRESSES } from '@netbox/core/network'
import { TOOLS_RESOLVER } from '../internet/addressing.ts'
import type { ServerContext } from '../internet/internet-server.ts'
import { rcodeText } from './message.ts'
import { encodeName } from './names.ts'
import { types } from './record-data.ts'

const DNS_PORT = 53
const NOTIFY_FLAGS = 0x2400
const CLASS_IN = 1
/** How often a secondary is told of a change, and how long each try waits for the answer, in milliseconds. */
const TRIES = 3
const WAIT = 2000

/** Encodes a notification of a change (RFC 1996, section 3). */
const notification = (zone: string, id: number): Buffer => {
  const words = [id, NOTIFY_FLAGS, 1, 0, 0, 0].map((word) => Buffer.of(word >> 8, word & 255))
  return Buffer.concat([...words, encodeName(zone), Buffer.of(0, types.SOA, 0, CLASS_IN)])
}

/** Sends a message and resolves with the answer; undefined if there is none in time. */
const askOnce = async (message: Buffer, from: string, to: string): Promise<Buffer | undefined> => {
  const socket = dgram.createSocket(isIPv6(to) ? 'udp6' : 'udp4')
  try {
    socket.bind({ address: from, port: 0 })
    await once(socket, 'listening')
    socket.send(message, DNS_PORT, to)
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(WAIT) })) as [Buffer]
    return answer
  } catch {
    return undefined
  } finally {
    socket.close()
  }
}

/**
 * Returns a function that tells the secondaries of zones of a change, as the document lists them, and logs their answers. It sends nothing on loopback: the port
 * there belongs to the machine.
 */
export const createNotifications = ({ live, addressing, log }: Pick<ServerContext, 'live' | 'addressing' | 'log'>) => {
  const notify = async (zone: string, to: string): Promise<void> => {
    const server = zoneOf(live.now(), zone)?.nameservers[0]?.addresses.find((one) => isIPv6(one) === isIPv6(to))
    const id = randomInt(65_536)
    let answer: Buffer | undefined
    for (let tries = 0; answer === undefined && tries < TRIES; tries++)
      answer = await askOnce(notification(zone, id), server ?? TOOLS_RESOLVER, to)
    log.add({
      protocol: 'dns',
      transport: 'udp',
      server: to,
      port: DNS_PORT,
      question: `${zone} NOTIFY`,
      answer: answer === undefined ? 'no answer' : rcodeText((answer[3] ?? 0) & 15),
      outcome: answer === undefined ? 'lost' : 'answered',
    })
  }
  return (zones: readonly string[]): void => {
    if (addressing.kind !== 'namespace') return
    for (const zone of zones)
      for (const secondary of live.stated().domains?.[zone]?.secondaries ?? [])
        void notify(zone, secondary === 'self' ? OWN_ADDRESSES[0] : secondary)
  }
}

import type { Socket } from 'node:net'
import type { Endpoint, InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { createRuleCounts } from '../internet/rule-counts.ts'
import { createGreylist } from './greylist.ts'
import type { MessageStore, ReceivedMessage } from '../internet/message-store.ts'
import { createMailContexts } from './mail-contexts.ts'
import { HANDSHAKE_FAILED, serveMail } from './serve-mail.ts'
import { mailHostAt, type World } from '@netbox/core/dns'
import { addressesOf } from '@netbox/core/network'
import { ownHostsOf } from '../namespace/own-servers.ts'
import { OWN_ADDRESSES } from '../namespace/set-up-network.ts'
import { mailboxOf, mailServersOf } from './replies.ts'

const SMTP_PORT = 25
const MOST_DELIVERIES = 20
const CONNECT_TIME = 10_000
const IDLE_TIME = 30_000

/** Returns whether the user's own server is the mail server of a domain: the exchange that senders try first. */
const isOwn = (world: World, own: readonly string[], domain: string): boolean => {
  const [first] = mailServersOf(world, domain)
  return first !== undefined && own.includes(first)
}

/** Sends a message to the user's own server, as the mail server of the world that accepted it. Resolves with the reply. */
const send = async (
  world: World,
  { from, host }: ReceivedMessage,
  raw: Buffer,
  to: readonly string[],
): Promise<string> => {
  // Loaded on demand, because few worlds have a server of the user.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: OWN_ADDRESSES[0],
    port: SMTP_PORT,
    name: mailHostAt(world, host).greetingName,
    localAddress: addressesOf(world, host).find((address) => !address.includes(':')),
    // Senders encrypt if they can, with any certificate (RFC 7435).
    tls: { rejectUnauthorized: false },
    connectionTimeout: CONNECT_TIME,
    socketTimeout: IDLE_TIME,
  })
  const { response } = await transport.sendMail({ envelope: { from, to: [...to] }, raw })
  return response
}

/**
 * Creates a function that passes messages, with their octets, on to the user's own server, if it is the mail server of a recipient's domain (`servedBy` in the
 * world document). It tries once, and logs the reply or the error.
 */
const createDelivery = (context: ServerContext): ((message: ReceivedMessage, octets: Buffer) => Promise<void>) => {
  const { live } = context
  let running = 0
  return async (message, octets) => {
    const own = ownHostsOf(live.document())
    if (own.length === 0) return
    const world = live.now()
    const to = message.to.filter((address) => {
      const { domain } = mailboxOf(address)
      return domain !== '' && isOwn(world, own, domain)
    })
    if (to.length === 0) return
    const since = Date.now()
    const log = noteRequests(context.log, { protocol: 'smtp', server: OWN_ADDRESSES[0], port: SMTP_PORT })
    const note = (answer: string, outcome: 'answered' | 'refused'): void =>
      log(`delivery to ${to.join(', ')} by ${message.host}`, answer, outcome, since)
    if (running >= MOST_DELIVERIES) return note('too many deliveries at once', 'refused')
    running++
    try {
      note(await send(world, message, octets, to), 'answered')
    } catch (error) {
      note(error instanceof Error ? error.message : String(error), 'refused')
    } finally {
      running--
    }
  }
}

const SUBMISSION = 587
const SECOND_SUBMISSION = 2525
const IMPLICIT_TLS = 465

const outcomeOf = (reply: string): 'answered' | 'refused' =>
  /^[45]/.test(reply) || reply.startsWith(HANDSHAKE_FAILED) ? 'refused' : 'answered'

/** Starts the mail servers of the world on port 25 and the submission ports. */
export const startSmtpServer = async (
  context: ServerContext,
  messages: MessageStore,
  { smtp = 0, smtps = 0, submission = 0 }: ServerPorts,
): Promise<InternetServer> => {
  const { live } = context
  const contextOf = createMailContexts(context.authority, live.distance)
  const greylist = createGreylist()
  const counts = createRuleCounts(live)
  const deliver = context.programs === undefined ? undefined : createDelivery(context)
  const keep = (received: ReceivedMessage, trace: string, octets: Buffer): void => {
    const message = { ...received, text: trace + received.text }
    messages.add(message)
    void deliver?.(message, Buffer.concat([Buffer.from(trace), octets]))
  }
  const serveOn =
    (port: number) =>
    (socket: Socket, { address, names }: CalledHost): void => {
      const [host = address, ...others] = names
      const hosts = [host, ...others] as const
      const start = Date.now()
      const log = noteRequests(context.log, { protocol: 'smtp', server: address, port })
      const note = (question: string, answer: string): void => log(question, answer, outcomeOf(answer), start)
      const begin = async (): Promise<void> => {
        const secureContext = await contextOf(live.now(), hosts)
        if (!socket.destroyed)
          serveMail(socket, {
            world: live.now,
            time: live.time,
            names: hosts,
            port,
            greylist,
            counts,
            secureContext,
            keep,
            note,
          })
      }
      begin().catch(() => socket.destroy())
    }
  const places: readonly (readonly [Endpoint['protocol'], number, number])[] = [
    ['smtp', 25, smtp],
    ['smtps', IMPLICIT_TLS, smtps],
    ['submission', SUBMISSION, submission],
    // Its port on loopback is higher by the same number as in the world.
    ['submission', SECOND_SUBMISSION, submission === 0 ? 0 : submission - SUBMISSION + SECOND_SUBMISSION],
  ]
  return listenEverywhere(
    context,
    places.map(([protocol, port, loopbackPort]) => ({ protocol, port, loopbackPort, serve: serveOn(port) })),
  )
}

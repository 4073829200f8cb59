import type { Socket } from 'node:net'
import type { Endpoint, InternetServer, ServerPorts, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { type CalledHost, listenEverywhere } from '../tcp/listen-everywhere.ts'
import { createRuleCounts } from '../internet/rule-counts.ts'
import { createGreylist } from './greylist.ts'
import type { MessageStore, ReceivedMessage } from '../internet/message-store.ts'
import { createMailContexts } from './mail-contexts.ts'
import { createClientRules } from './mail-rules.ts'
import { HANDSHAKE_FAILED, serveMail } from './serve-mail.ts'
import { mailHostAt } from '@netbox/core/dns'
import { addressesOf, OWN_ADDRESSES } from '@netbox/core/network'
import { dialWorld } from '../relay/dial-world.ts'
import { ownMailPort } from '../relay/maps.ts'
import { mailboxOf, mailServersOf } from './replies.ts'

const MOST_DELIVERIES = 20
const IDLE_TIME = 30_000

/** Returns the port of the user's own server that is the mail server of a domain: the exchange that senders try first. */
const ownPortFor = ({ live }: ServerContext, domain: string): number | undefined => {
  const [first] = domain === '' ? [] : mailServersOf(live.now(), domain)
  return first === undefined ? undefined : ownMailPort(live.document(), first)
}

/** Sends a message to the user's own server, as the mail server of the world that accepted it. Resolves with the reply. */
const send = async (
  context: ServerContext,
  { from, host }: ReceivedMessage,
  raw: Buffer,
  { to, port }: { readonly to: readonly string[]; readonly port: number },
): Promise<string> => {
  const world = context.live.now()
  const sender = addressesOf(world, host).find((address) => !address.includes(':'))
  // Loaded on demand, because few worlds have a server of the user.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    connection: await dialWorld(context, { ownPort: port, sender }),
    host,
    name: mailHostAt(world, host).greetingName,
    // Senders encrypt if they can, with any certificate (RFC 7435).
    tls: { rejectUnauthorized: false },
    socketTimeout: IDLE_TIME,
  })
  const { response } = await transport.sendMail({ envelope: { from, to: [...to] }, raw })
  return response
}

/**
 * Creates a function that passes messages, with their octets, on to the user's own servers that are mail servers of the recipients' domains
 * (`servedBy` in the world document). It tries once, and logs the reply or the error.
 */
const createDelivery = (context: ServerContext): ((message: ReceivedMessage, octets: Buffer) => Promise<void>) => {
  let running = 0
  const deliver = async (
    message: ReceivedMessage,
    octets: Buffer,
    port: number,
    to: readonly string[],
  ): Promise<void> => {
    const since = Date.now()
    const log = noteRequests(context.log, { protocol: 'smtp', server: OWN_ADDRESSES[0], port })
    const note = (answer: string, outcome: 'answered' | 'refused'): void =>
      log(`delivery to ${to.join(', ')} by ${message.host}`, answer, outcome, since)
    if (running >= MOST_DELIVERIES) return note('too many deliveries at once', 'refused')
    running++
    try {
      note(await send(context, message, octets, { to, port }), 'answered')
    } catch (error) {
      note(error instanceof Error ? error.message : String(error), 'refused')
    } finally {
      running--
    }
  }
  return async (message, octets) => {
    const recipients = message.to.flatMap((address) => {
      const port = ownPortFor(context, mailboxOf(address).domain)
      return port === undefined ? [] : [{ address, port }]
    })
    for (const port of new Set(recipients.map((recipient) => recipient.port))) {
      const to = recipients.filter((recipient) => recipient.port === port).map(({ address }) => address)
      await deliver(message, octets, port, to)
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
  const { live, ask } = context
  const contextOf = createMailContexts(context.authority, live.distance)
  const greylist = createGreylist(context.greylistWait)
  const rules = createClientRules(live.now, live.time, createRuleCounts(live))
  const deliver = createDelivery(context)
  const keep = (received: ReceivedMessage, trace: string, octets: Buffer): void => {
    const message = { ...received, text: trace + received.text }
    messages.add(message)
    void deliver(message, Buffer.concat([Buffer.from(trace), octets]))
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
            rules,
            ask,
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

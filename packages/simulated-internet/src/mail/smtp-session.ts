import { setTimeout as wait } from 'node:timers/promises'
import { type MailHost, mailHostAt, type World } from '@netbox/core/dns'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { createGreylist } from './greylist.ts'
import type { DeliveredMessage, MailServerOptions, RefusedRecipient } from './mail-server-options.ts'
import { replyTo, type Reply } from './replies.ts'

/** The state of a mail host, which outlives its SMTP servers. */
export interface MailBackend {
  readonly messages: DeliveredMessage[]
  readonly refusals: RefusedRecipient[]
  /** Makes a server that is not listening yet. */
  makeServer(): SMTPServer
  /** The host as it is now. */
  now(): MailHost
}

const refusal = ({ code, text }: Reply): Error => Object.assign(new Error(text), { responseCode: code })

const senderOf = ({ envelope }: SMTPServerSession): string => (envelope.mailFrom ? envelope.mailFrom.address : '')

const textOf = async (stream: SMTPServerDataStream): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer)) // a stream of bytes: no encoding is set
  return Buffer.concat(chunks).toString('utf8')
}

/** Lets a promise answer a callback of smtp-server. */
const settle = (work: Promise<void>, answer: (error?: Error | null) => void): void => {
  work.then(
    () => answer(),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  )
}

/** Creates the backend of a mail host: it decides who may deliver to whom, and stores messages and refusals. */
export const createMailBackend = (open: () => World, exchange: string, options: MailServerOptions): MailBackend => {
  const { latency = 'none', clock, tls } = options
  const [messages, refusals, greylist] = [[] as DeliveredMessage[], [] as RefusedRecipient[], createGreylist()]
  const now = () => mailHostAt(open(), exchange)

  const greet = async (): Promise<void> => {
    const { answers, greetingTime } = now()
    // The host went down during the connection, or is silent: it sends no greeting until one side closes.
    if (!answers) return new Promise(() => undefined)
    if (latency === 'world') await (clock?.wait === undefined ? wait(greetingTime) : clock.wait(greetingTime))
  }

  const receive = (session: SMTPServerSession, to: string): Reply | undefined => {
    const from = senderOf(session)
    const reply = replyTo(open(), exchange, greylist, { client: session.remoteAddress, from, to })
    if (reply !== undefined) refusals.push({ from, to, code: reply.code })
    return reply
  }

  const keep = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const text = await textOf(stream)
    if (stream.sizeExceeded) throw refusal({ code: 552, text: '5.3.4 Message too big' })
    const to = session.envelope.rcptTo.map(({ address }) => address)
    messages.push({ from: senderOf(session), to, text, at: new Date(open().at).toISOString() })
  }

  const makeServer = (): SMTPServer => {
    const { greetingName, software, size, tls: offersTls } = now()
    const handlers: SMTPServerOptions = {
      onConnect: (_session, callback) => settle(greet(), callback),
      onRcptTo: ({ address }, session, callback) => {
        const reply = receive(session, address)
        callback(reply === undefined ? null : refusal(reply))
      },
      onData: (stream, session, callback) => settle(keep(stream, session), callback),
    }
    return new SMTPServer({
      ...handlers,
      ...(tls !== undefined && offersTls ? tls : {}),
      name: greetingName,
      banner: software,
      size,
      authOptional: true,
      disabledCommands: ['AUTH', ...(tls !== undefined && offersTls ? [] : ['STARTTLS'])],
      // It would look up the client's name with the machine's own resolver.
      disableReverseLookup: true,
      closeTimeout: 1,
      logger: false,
    })
  }
  return { messages, refusals, makeServer, now }
}

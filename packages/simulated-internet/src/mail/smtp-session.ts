import { setTimeout as wait } from 'node:timers/promises'
import { type MailHost, mailHostAt, type World } from '@netbox/core/answers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { makeGreylist } from './greylist.ts'
import type { DeliveredMessage, MailServerOptions, RefusedRecipient } from './mail-server-options.ts'
import { replyTo, type Reply } from './replies.ts'

/** What a mail host keeps while it opens and closes. */
export interface Mailroom {
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
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer)) // a stream of bytes: nobody set an encoding
  return Buffer.concat(chunks).toString('utf8')
}

/** Lets a promise answer a callback of smtp-server. */
const settle = (work: Promise<void>, answer: (error?: Error | null) => void): void => {
  work.then(
    () => answer(),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  )
}

/** Makes what stands behind the port of a mail host: who may deliver, to whom, and what became of it. */
export const makeMailroom = (open: () => World, exchange: string, options: MailServerOptions): Mailroom => {
  const { latency = 'none', clock, tls } = options
  const [messages, refusals, greylist] = [[] as DeliveredMessage[], [] as RefusedRecipient[], makeGreylist()]
  const now = () => mailHostAt(open(), exchange)

  const greet = async (): Promise<void> => {
    const { answers, greetingTime } = now()
    // It went down while somebody connected, or it is to be silent: no greeting comes until one of both gives up.
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
      // It would ask the machine's own resolver for the name of whoever connects.
      disableReverseLookup: true,
      closeTimeout: 1,
      logger: false,
    })
  }
  return { messages, refusals, makeServer, now }
}

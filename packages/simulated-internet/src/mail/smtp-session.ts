import { setTimeout as wait } from 'node:timers/promises'
import { clientName, type MailHost, mailHostAt, type World } from '@netbox/core/dns'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { createGreylist } from './greylist.ts'
import type { DeliveredMessage, MailServerOptions, RefusedRecipient } from './mail-server-options.ts'
import { refusalOf, replyOf, type Reply } from './replies.ts'

/** The state of a mail server. It stays when the SMTP server is replaced. */
export interface MailBackend {
  readonly messages: DeliveredMessage[]
  readonly refusals: RefusedRecipient[]
  /** Creates a server that is not listening yet. */
  makeServer(): SMTPServer
  /** Returns the current state of the host. */
  now(): MailHost
}

/** Creates an error that makes smtp-server send a reply. */
export const refusal = ({ code, text }: Reply): Error => Object.assign(new Error(text), { responseCode: code })

/** Returns the envelope sender; empty for a bounce. */
export const senderOf = ({ envelope }: SMTPServerSession): string =>
  envelope.mailFrom ? envelope.mailFrom.address : ''

/** Reads a message. If the message is too large, discards it. */
export const textOf = async (stream: SMTPServerDataStream): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(Buffer.from(chunk as Buffer)) // The cast is safe: without an encoding, the stream yields buffers.
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Passes the outcome of a promise to a callback of smtp-server. If the promise returns a text, smtp-server sends it after the code 250. */
export const settle = (work: Promise<string | void>, answer: (error?: Error | null, text?: string) => void): void => {
  work.then(
    (text) => (text === undefined ? answer() : answer(null, text)),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  )
}

/** Creates the backend of a mail server. It accepts or refuses mail, and stores messages and refusals. */
export const createMailBackend = (open: () => World, exchange: string, options: MailServerOptions): MailBackend => {
  const { latency = 'none', clock, tls } = options
  const [messages, refusals, greylist] = [[] as DeliveredMessage[], [] as RefusedRecipient[], createGreylist()]
  const now = () => mailHostAt(open(), exchange)

  const greet = async (): Promise<void> => {
    const { answers, greetingTime } = now()
    // The host is silent, or went down after the client connected. It sends no greeting, so the connection waits until one side closes it.
    if (!answers) return new Promise(() => undefined)
    if (latency === 'world') await (clock?.wait === undefined ? wait(greetingTime) : clock.wait(greetingTime))
  }

  const receive = (session: SMTPServerSession, to: string): Reply | undefined => {
    const from = senderOf(session)
    const reply = refusalOf(open(), exchange, greylist, { client: session.remoteAddress, from, to })
    if (reply !== undefined) refusals.push({ from, to, code: reply.code })
    return reply
  }

  const keep = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> => {
    const text = await textOf(stream)
    const world = open()
    if (stream.sizeExceeded) throw refusal(replyOf(world, exchange, 'tooLarge'))
    const to = session.envelope.rcptTo.map(({ address }) => address)
    messages.push({ from: senderOf(session), to, text, at: new Date(world.at).toISOString() })
    return replyOf(world, exchange, 'stored', { id: session.id }).text
  }

  const makeServer = (): SMTPServer => {
    const { greetingName, size, tls: offersTls, extensions } = now()
    const hides = (keyword: string) => !extensions.includes(keyword)
    const hello = replyOf(open(), exchange, 'hello', { client: clientName(options.host ?? '127.0.0.1') })
    const handlers: SMTPServerOptions = {
      onConnect: (_session, callback) => {
        // Some software includes the date in its greeting.
        server.options.banner = now().banner
        settle(greet(), callback)
      },
      onRcptTo: ({ address }, session, callback) => {
        const reply = receive(session, address)
        callback(reply === undefined ? null : refusal(reply))
      },
      onData: (stream, session, callback) => settle(keep(stream, session), callback),
    }
    const server = new SMTPServer({
      ...handlers,
      ...(tls !== undefined && offersTls ? tls : {}),
      name: greetingName,
      heloResponse: hello.text,
      hideDSN: hides('DSN'),
      hidePIPELINING: hides('PIPELINING'),
      hide8BITMIME: hides('8BITMIME'),
      hideSMTPUTF8: hides('SMTPUTF8'),
      // Without this option, smtp-server would add its own status codes before those of the host.
      hideENHANCEDSTATUSCODES: true,
      size,
      authOptional: true,
      disabledCommands: ['AUTH', ...(tls !== undefined && offersTls ? [] : ['STARTTLS'])],
      // Without this option, smtp-server would look up the client's name with the machine's own resolver.
      disableReverseLookup: true,
      closeTimeout: 1,
      logger: false,
    })
    return server
  }
  return { messages, refusals, makeServer, now }
}

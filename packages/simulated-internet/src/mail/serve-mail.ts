import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { mailHostAt } from '@netbox/core/dns'
import { webServerOf } from '@netbox/core/web'
import { unmapped } from '../internet/addressing.ts'
import { type Input, readInput, writeAll } from '../tcp/read-input.ts'
import { acceptTls } from '../tls/accept-tls.ts'
import { askTls } from '../tls/ask-tls.ts'
import { askCommand, askGreeting } from './ask-mail.ts'
import { replyTo } from './mail-commands.ts'
import { mailTlsIn } from './mail-contexts.ts'
import { type Connection, IMPLICIT_TLS_PORT, offersTlsIn, reset, serverFor, type WorldSession } from './mail-session.ts'
import { receiveMessage } from './receive-message.ts'
import { replyOf } from './replies.ts'

/** The beginning of the reply that the log has for a TLS handshake without an end. */
export const HANDSHAKE_FAILED = 'handshake failed'

const IDLE_TIME = 60_000
/** A client that speaks within this time after it connected does not wait for the greeting, as programs that send spam do. */
const SILENCE_TIME = 100
/** The time in which a client closes a connection that the server has closed. */
const CLOSING_TIME = 5000
const LONGEST_COMMAND = 16_384
const MOST_UNKNOWN = 10
const AFTER_HELLO: ReadonlySet<string> = new Set(['MAIL', 'RCPT', 'DATA', 'AUTH'])
// Browsers send requests to any port.
const HTTP_REQUEST = /^(?:OPTIONS|GET|HEAD|POST|PUT|DELETE|TRACE|CONNECT) \/.* HTTP\/\d\.\d$/i

const CONTROLS = /[\0-\x1F\x7F-\x9F]/g

/** Encodes a reply, whose text is in UTF-8, with one character for each octet. A part of a command in it can't add lines. */
const encoded = (reply: string): string =>
  Buffer.from(
    reply
      .split('\r\n')
      .map((line) => `${line.replaceAll(CONTROLS, ' ')}\r\n`)
      .join(''),
  ).toString('latin1')

const write = async (stream: Socket, reply: string): Promise<void> => writeAll(stream, [encoded(reply)])

/** Sends the last reply, and reads what follows, so that the client's end of the connection is noticed. */
const close = (stream: Socket, reply: string): void => {
  stream.end(encoded(reply), 'latin1').resume()
  setTimeout(() => stream.destroy(), CLOSING_TIME).unref()
}

/** Carries out DATA. Resolves with the reply; undefined if the connection ends. */
const receiveData = async (connection: Connection, stream: Socket, input: Input): Promise<string | undefined> => {
  const { session, say, from = '' } = connection
  const { rules, note } = session
  const to = [...connection.to.values()]
  const [first] = to
  if (first === undefined) return say('needRecipient')
  const isClosed = rules.atMessage(serverFor(session, first), from, to) !== undefined
  if (isClosed) note(`message for ${to.join(', ')}`, '421 The connection was closed by a rule')
  await write(stream, say('data'))
  if (isClosed) {
    await input.some()
    stream.destroy()
    return undefined
  }
  const reply = await receiveMessage(connection, input)
  reset(connection)
  connection.unknown = 0
  return reply
}

/** The address of a client, and whether its connection is encrypted. After STARTTLS, it had the greeting before. */
interface Client extends Pick<Connection, 'address' | 'isSecure'> {
  readonly isContinued: boolean
}

const connectionOf = (
  stream: Socket,
  input: Input,
  session: WorldSession,
  { address, isSecure }: Client,
): Connection & { readonly nextLine: () => Promise<string | undefined> } => {
  const { world, names } = session
  const nextLine = async (): Promise<string | undefined> => {
    const line = await input.line()
    return line === undefined ? undefined : Buffer.from(line, 'latin1').toString()
  }
  return {
    session,
    address,
    isSecure,
    offersTls: offersTlsIn(session),
    say: (kind, details) => replyOf(world(), names[0], kind, details),
    nextLine,
    ask: async (line) => {
      await write(stream, line)
      return nextLine()
    },
    helo: undefined,
    isExtended: false,
    user: undefined,
    from: undefined,
    to: new Map(),
    unknown: 0,
  }
}

/** Greets a client. Resolves with false if the connection ends instead. */
const greetClient = async (stream: Socket, { session, say }: Connection): Promise<boolean> => {
  const { world, names, greet, note } = session
  const { greetingName, banner } = mailHostAt(world(), names[0])
  await wait(SILENCE_TIME)
  if (stream.destroyed) return false
  note(`greeting of ${names[0]}`, `220 ${greetingName}`)
  askGreeting(session)
  await greet?.()
  if (stream.readableLength > 0) {
    close(stream, say('tooSoon', { given: greetingName }))
    return false
  }
  await write(stream, `220 ${greetingName} ESMTP ${banner}`)
  return true
}

/** Serves a client until the connection ends or TLS begins. Resolves with true if the client starts TLS. */
const converse = async (stream: Socket, session: WorldSession, client: Client): Promise<boolean> => {
  const input = readInput(stream, LONGEST_COMMAND)
  const connection = connectionOf(stream, input, session, client)
  const { say, isSecure, offersTls } = connection
  const end = (reply: string): false => {
    close(stream, reply)
    return false
  }
  if (!client.isContinued && !(await greetClient(stream, connection))) return false
  stream.setTimeout(IDLE_TIME, () => {
    end(say('timeout'))
    stream.destroySoon()
  })
  for (;;) {
    const line = await connection.nextLine()
    if (stream.destroyed || stream.readableEnded) return false
    if (line === undefined) return end(say('longLine'))
    const name = line.split(' ', 1)[0]?.toUpperCase() ?? ''
    const given = line.slice(name.length + 1)
    if (HTTP_REQUEST.test(line)) return end(say('http'))
    if (name === 'QUIT') return end(say('bye'))
    if (name === 'STARTTLS' && offersTls && !isSecure && given.trim() === '') {
      await write(stream, say('startTls'))
      return !stream.destroyed
    }
    if (name !== 'DATA') askCommand(connection, name, given)
    const reply =
      connection.helo === undefined && AFTER_HELLO.has(name)
        ? say('needHello')
        : name === 'DATA'
          ? await receiveData(connection, stream, input)
          : await replyTo(connection, name, given)
    if (stream.destroyed || stream.readableEnded) return false
    if (reply === undefined) connection.unknown += 1
    if (connection.unknown >= MOST_UNKNOWN) return end(say('tooManyUnknown'))
    // A server that sends 421 closes the connection (RFC 5321, section 3.8). A rule may have this reply.
    if (reply?.startsWith('421') === true) return end(reply)
    await write(stream, reply ?? say('unknownCommand'))
  }
}

/** Serves a client like the mail server of the world. */
export const serveMail = (socket: Socket, session: WorldSession): void => {
  const { world, names, port, secureContext, note, rules } = session
  const [host] = names
  const address = unmapped(socket.remoteAddress)
  if (rules.atConnection(host) !== undefined) {
    note(`greeting of ${host}`, '421 The connection was closed by a rule')
    socket.end()
    return
  }
  const start = async (stream: Socket, isSecure: boolean, isContinued: boolean): Promise<void> => {
    if (await converse(stream, session, { address, isSecure, isContinued })) await secure(true)
  }
  const secure = async (isContinued: boolean): Promise<void> =>
    acceptTls(socket, {
      contextFor: async () => {
        askTls(session.ask, `${host}:${port}`, (other) => mailTlsIn(other, names))
        const handshake = webServerOf(world(), host)?.handshake
        return secureContext && { secureContext, ...(handshake === undefined ? {} : { handshake }) }
      },
      accepted: (secured) => void start(secured, true, isContinued).catch(() => socket.destroy()),
      failed: (reason) => note(`TLS handshake with ${host}`, `${HANDSHAKE_FAILED}: ${reason}`),
    })
  const begun = port === IMPLICIT_TLS_PORT ? secure(false) : start(socket, false, false)
  begun.catch(() => socket.destroy())
}

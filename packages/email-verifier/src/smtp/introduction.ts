import { ConnectFailed, PlaintextAfterStartTls } from '../network/network-errors.ts'
import type { Clock, Connector, Connection } from '../ports.ts'
import { commands, type Command } from './commands.ts'
import {
  type Reply,
  type Stage,
  isPositive,
  toReply,
  type ReplyLines,
  type ReplyReader,
  createReplyReader,
} from './reply-reader.ts'
import { SmtpError } from './smtp-errors.ts'
import { within } from '../network/within.ts'

/** The total time that a server may take in one dialogue, in milliseconds. */
const dialogueTime = 15_000
/** The timeout of the reply to QUIT, in milliseconds. */
const farewellTime = 2000

/** A dialogue over one connection, with limits of time and bytes. */
interface Dialogue {
  /** Reads the server's greeting. */
  greeting(): Promise<ReplyLines>
  /** Sends a command and reads its reply. */
  say(command: Command): Promise<ReplyLines>
  /** Switches to TLS after the server's 220 (RFC 3207). */
  startTls(serverName: string): Promise<void>
  /** Resets the limits of time and bytes. */
  renew(): void
  /** Sends QUIT, waits briefly for the reply, and closes. Never throws. */
  quit(): Promise<void>
  /** Sends QUIT, if possible, and closes at once. */
  leave(): void
  /** Closes without QUIT, when the server would not understand it. */
  close(): void
}

const turnOf = (command: Command): string => command.split(' ', 1)[0]?.trim() ?? ''

/** Starts a dialogue. Failures are an `SmtpError`; an abort rejects with the signal's reason. */
const createDialogue = (opened: Connection, clock: Clock, signal: AbortSignal): Dialogue => {
  let connection = opened
  let reader: ReplyReader = createReplyReader(connection.read())
  let timeLeft = dialogueTime
  let spoke = false

  const failure = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason
    if (error instanceof SmtpError)
      return new SmtpError(error.kind, error.message, { cause: error.cause, spoke, lost: error.lost })
    return new SmtpError('protocol_error', 'The connection was interrupted.', { cause: error, spoke, lost: true })
  }

  /** Runs work within the remaining time, which counts only while waiting for the server. */
  const inTime = async <Result>(work: Promise<Result>, what: string): Promise<Result> => {
    const started = clock.now()
    const tooLate = (): Error => new SmtpError('timeout', `The server took too long: ${what}.`)
    try {
      return await within(work, { clock, milliseconds: timeLeft, signal, tooLate })
    } finally {
      timeLeft = Math.max(0, timeLeft - (clock.now() - started))
    }
  }

  const hear = async (what: string): Promise<ReplyLines> => {
    try {
      const said = await inTime(reader.next(), what)
      spoke = true
      return said
    } catch (error) {
      throw failure(error)
    }
  }

  // A failed write becomes visible when the reply is read. The reply may have arrived before the connection broke.
  const write = (command: Command): void => {
    connection.write(command).catch(() => {})
  }

  const say = async (command: Command): Promise<ReplyLines> => {
    if (reader.unread() === 0) write(command)
    else {
      // A server that is about to close may say so on its own (RFC 5321, section 3.8). Any other extra reply would be taken for the answer
      // to this command, and shift all later replies by one.
      const said = await hear('more than one reply')
      if (said.code !== 421)
        throw failure(new SmtpError('protocol_error', 'The server sent a reply before it got a command.'))
      return said
    }
    return hear(turnOf(command))
  }

  const startTls = async (serverName: string): Promise<void> => {
    if (reader.unread() > 0) throw new PlaintextAfterStartTls()
    connection = await inTime(connection.startTls(serverName), 'TLS')
    reader = createReplyReader(connection.read())
  }

  return {
    greeting: () => hear('greeting'),
    say,
    startTls,
    renew: () => {
      timeLeft = dialogueTime
      reader.renew()
    },
    quit: async () => {
      write(commands.quit())
      const tooLate = (): Error => new SmtpError('timeout', 'No answer to QUIT.')
      await within(reader.next(), { clock, milliseconds: farewellTime, signal, tooLate }).catch(() => {})
      connection.close()
    },
    leave: () => {
      write(commands.quit())
      connection.close()
    },
    close: () => connection.close(),
  }
}

/** The address to connect to, and the verifier's identity. */
export interface SessionOptions {
  readonly connector: Connector
  /** The checked address. */
  readonly address: string
  /** The host name in the MX record, for SNI. */
  readonly serverName: string
  readonly port: number
  /** The verifier's own name. */
  readonly helo: string
  /** The verifier's own address for bounces, in ASCII, so that every server accepts it; `''` is the empty one. */
  readonly mailFrom: string
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** The result of the introduction: the server's extensions, or a refusal. */
export interface Introduced {
  readonly dialogue: Dialogue
  readonly extensions: ReadonlySet<string>
  readonly encrypted: boolean
  readonly refusal?: Reply
}

// Replies of servers without EHLO (RFC 5321, sections 3.2 and 4.1.1.1).
const heloInstead = new Set([500, 501, 502, 504, 550])

const refused = (said: ReplyLines, stage: Stage) => ({ refusal: toReply(said, stage), extensions: new Set<string>() })

/** Parses the extensions from the lines after the first (RFC 5321, section 4.1.1.1). */
const extensionsOf = ({ lines }: ReplyLines): ReadonlySet<string> =>
  new Set(lines.slice(1).map((line) => line.split(' ', 1)[0]?.toUpperCase() ?? ''))

const sayHello = async (dialogue: Dialogue, helo: string): Promise<Pick<Introduced, 'extensions' | 'refusal'>> => {
  const extended = await dialogue.say(commands.ehlo(helo))
  if (isPositive(extended)) return { extensions: extensionsOf(extended) }
  if (!heloInstead.has(extended.code)) return refused(extended, 'ehlo')
  const plain = await dialogue.say(commands.helo(helo))
  return isPositive(plain) ? { extensions: new Set() } : refused(plain, 'ehlo')
}

/** Marks a failed TLS handshake, after which plain text may still work. */
const tlsFailed = Symbol('TLS failed')

const encrypt = async (dialogue: Dialogue, options: SessionOptions): Promise<void | typeof tlsFailed> => {
  try {
    await dialogue.startTls(options.serverName)
    return undefined
  } catch (error) {
    // The server is waiting for TLS and would not understand plain text.
    dialogue.close()
    options.signal.throwIfAborted()
    if (error instanceof PlaintextAfterStartTls)
      throw new SmtpError('protocol_error', error.message, { cause: error, spoke: true })
    return tlsFailed
  }
}

const connect = async ({ connector, address, port, signal, clock }: SessionOptions): Promise<Dialogue> => {
  try {
    return createDialogue(await connector.connect({ address, port, signal }), clock, signal)
  } catch (error) {
    if (error instanceof ConnectFailed) throw new SmtpError('no_connect', error.message, { cause: error })
    throw error
  }
}

/** Greets, and switches to TLS if the server offers it. */
const begin = async (
  dialogue: Dialogue,
  options: SessionOptions,
  secure: boolean,
): Promise<Introduced | typeof tlsFailed> => {
  const greeting = await dialogue.greeting()
  if (isPositive(greeting) && greeting.code !== 220)
    throw new SmtpError('protocol_error', `The server greets with ${greeting.code}, which is not a greeting.`)
  if (greeting.code !== 220) return { dialogue, encrypted: false, ...refused(greeting, 'greeting') }
  const plain = await sayHello(dialogue, options.helo)
  if (!secure || !plain.extensions.has('STARTTLS')) return { dialogue, encrypted: false, ...plain }
  const answer = await dialogue.say(commands.startTls())
  if (answer.code === 421) return { dialogue, encrypted: false, ...refused(answer, 'starttls') }
  // RFC 3207, section 4: the client decides whether to continue without TLS, and nothing secret follows.
  if (answer.code !== 220) return { dialogue, encrypted: false, ...plain }
  if ((await encrypt(dialogue, options)) === tlsFailed) return tlsFailed
  try {
    // The extensions from before TLS are discarded (RFC 3207, section 4.2).
    return { dialogue, encrypted: true, ...(await sayHello(dialogue, options.helo)) }
  } catch (error) {
    // With TLS 1.3, the client's handshake ends before the server's: a server that wants a certificate refuses the client only now (RFC 8446,
    // section 4.4.2.4).
    if (!(error instanceof SmtpError && error.lost)) throw error
    dialogue.close()
    return tlsFailed
  }
}

const once = async (options: SessionOptions, secure: boolean): Promise<Introduced | typeof tlsFailed> => {
  const dialogue = await connect(options)
  try {
    return await begin(dialogue, options, secure)
  } catch (error) {
    dialogue.leave()
    throw error
  }
}

/**
 * Connects, greets and encrypts: the steps before the first recipient. Throws `SmtpError`, `ForbiddenAddress`, `UnsendableText` for an
 * invalid own name or sender, or the signal's reason. In these cases, no connection stays open.
 */
export const introduceOurselves = async (options: SessionOptions): Promise<Introduced> => {
  // Detects errors in the verifier's own names before contacting a server.
  commands.ehlo(options.helo)
  commands.mailFrom(options.mailFrom)
  const secure = await once(options, true)
  const introduced = secure === tlsFailed ? await once(options, false) : secure
  // Without TLS the handshake can't fail.
  if (introduced === tlsFailed) throw new SmtpError('protocol_error', 'No TLS.', { spoke: true })
  // After an abort between the last reply and now, no other code would close the connection.
  if (options.signal.aborted) introduced.dialogue.leave()
  options.signal.throwIfAborted()
  return introduced
}

import { PlaintextAfterStartTls } from '../network/network-errors.ts'
import { within } from '../network/within.ts'
import type { Clock, Connection } from '../ports.ts'
import type { Command } from './commands.ts'
import { commands } from './commands.ts'
import type { ReplyLines, ReplyReader } from './reply-reader.ts'
import { createReplyReader } from './reply-reader.ts'
import { SmtpError } from './smtp-errors.ts'

/** The total time that a server may take in one dialogue, in milliseconds. */
const dialogueTime = 15_000
/** The timeout of the reply to QUIT, in milliseconds. */
const farewellTime = 2000

/** A dialogue over one connection, with limits of time and bytes. */
export interface Dialogue {
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
export const createDialogue = (opened: Connection, clock: Clock, signal: AbortSignal): Dialogue => {
  let connection = opened
  let reader: ReplyReader = createReplyReader(connection.read())
  let timeLeft = dialogueTime
  let spoke = false

  const failure = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason
    if (error instanceof SmtpError) return new SmtpError(error.kind, error.message, { cause: error.cause, spoke })
    return new SmtpError('protocol_error', 'The connection was interrupted.', { cause: error, spoke })
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

import { ForbiddenAddress } from '../network/network-errors.ts'
import type { Limits, Clock, Connector } from '../ports.ts'
import type { Reply } from '../smtp/reply-reader.ts'
import { openSession, type Session } from '../smtp/session.ts'
import { SmtpError, UnsendableText } from '../smtp/smtp-errors.ts'
import type { Slots } from './slots.ts'

/** The verifier's identity and its dependencies. */
export interface Caller {
  readonly connector: Connector
  readonly limits: Limits
  readonly clock: Clock
  readonly slots: Slots
  readonly port: number
  readonly helo: string
  readonly mailFrom: string
}

/** The reason for a missing reply. */
export type Failure = 'no_connect' | 'timeout' | 'protocol_error' | 'forbidden_address'

/** The outcome of one recipient check: a reply, a failure, or a recipient that can't be sent to this server. */
export type Answered = { readonly reply: Reply } | { readonly failure: Failure } | { readonly unsendable: true }

/** An open session with one machine, within the limits. */
export interface Line {
  readonly host: string
  readonly address: string
  /** The number of recipient checks so far. */
  readonly asked: number
  /**
   * Returns whether another recipient check is allowed now: the server accepts more, the line is not too old, and the minute's limit is not
   * reached.
   */
  mayAsk(): Promise<boolean>
  ask(recipient: string): Promise<Answered>
  /** Sends QUIT and releases the connection slot at the server. A second call does nothing. */
  close(): Promise<void>
}

/** The maximum number of recipients on one connection, and its maximum age in milliseconds: servers limit both. */
const MOST_QUESTIONS = 100
const LONGEST_LINE = 60_000

/** Converts a connection error to a failure; rethrows other errors. */
export const failureOf = (error: unknown, signal: AbortSignal): Failure => {
  signal.throwIfAborted()
  if (error instanceof SmtpError) return error.kind
  if (error instanceof ForbiddenAddress) return 'forbidden_address'
  throw error
}

/** Waits for a connection slot at the server and for its rate limit, then connects. The slot includes the first recipient check. */
export const openLine = async (
  { host, address }: { readonly host: string; readonly address: string },
  caller: Caller,
  signal: AbortSignal,
): Promise<Line> => {
  const { limits, slots, clock } = caller
  const leaveServer = await limits.enter(address, signal)
  let leaveSlot: (() => void) | undefined
  const leave = (): void => {
    leaveSlot?.()
    leaveServer()
  }
  try {
    leaveSlot = await slots.take(signal)
    const session = await openSession({ ...caller, address, serverName: host, signal })
    return lineOf({ host, address }, session, { limits, clock, signal, leave })
  } catch (error) {
    leave()
    throw error
  }
}

const lineOf = (
  { host, address }: { readonly host: string; readonly address: string },
  session: Session,
  { limits, clock, signal, leave }: Pick<Caller, 'limits' | 'clock'> & { signal: AbortSignal; leave: () => void },
): Line => {
  const opened = clock.now()
  let asked = 0
  return {
    host,
    address,
    get asked() {
      return asked
    },
    mayAsk: async () =>
      session.usable && asked < MOST_QUESTIONS && clock.now() - opened < LONGEST_LINE && (await limits.turn(address)),
    ask: async (recipient) => {
      asked += 1
      try {
        return { reply: await session.ask(recipient) }
      } catch (error) {
        if (error instanceof UnsendableText) return { unsendable: true }
        return { failure: failureOf(error, signal) }
      }
    },
    close: async () => {
      await session.quit()
      leave()
    },
  }
}

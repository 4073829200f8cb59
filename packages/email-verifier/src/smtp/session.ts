import { commands, needsSmtpUtf8 } from './commands.ts'
import { type Introduced, type SessionOptions, introduceOurselves } from './introduction.ts'
import { type Reply, isPositive, toReply } from './reply-reader.ts'
import { SmtpError, UnsendableText } from './smtp-errors.ts'

export type { SessionOptions } from './introduction.ts'

/** An open dialogue with a mail server. It checks one recipient at a time, and never sends a message. */
export interface Session {
  /** Whether the session can check another recipient. */
  readonly usable: boolean
  /** Whether the dialogue is encrypted. */
  readonly encrypted: boolean
  /**
   * Checks a recipient in its own transaction, and returns the decisive reply: the one to RCPT, or the first refusal before RCPT (see its
   * `stage`). Throws an `SmtpError` if there is no reply, and `UnsendableText` for a recipient that can't be sent to this server; only the
   * latter leaves the session usable.
   */
  ask(recipient: string): Promise<Reply>
  /** Sends QUIT and closes. Never throws; a second call does nothing. */
  quit(): Promise<void>
}

/** Checks one recipient; `fresh` says whether no transaction is open. */
const transaction = async (
  { dialogue, extensions }: Introduced,
  mailFrom: string,
  recipient: string,
  fresh: boolean,
): Promise<Reply> => {
  const smtpUtf8 = extensions.has('SMTPUTF8') && needsSmtpUtf8(recipient)
  // Both commands are written before the first is sent, so that an invalid recipient sends nothing.
  const mail = commands.mailFrom(mailFrom, smtpUtf8)
  const rcpt = commands.rcptTo(recipient, smtpUtf8)
  if (!fresh) {
    const cleared = await dialogue.say(commands.rset())
    if (!isPositive(cleared)) return toReply(cleared, 'rset')
  }
  const sender = await dialogue.say(mail)
  if (!isPositive(sender)) return toReply(sender, 'mail')
  return toReply(await dialogue.say(rcpt), 'rcpt')
}

const sessionOf = (introduced: Introduced, options: SessionOptions): Session => {
  const { dialogue, refusal, encrypted } = introduced
  const { signal, mailFrom } = options
  let fresh = true
  let busy = false
  let usable = refusal === undefined
  let open = true

  const end = (): void => {
    usable = false
    open = false
    signal.removeEventListener('abort', abandon)
  }
  const abandon = (): void => {
    end()
    dialogue.leave()
  }
  signal.addEventListener('abort', abandon)

  const put = async (recipient: string): Promise<Reply> => {
    if (!fresh) dialogue.renew()
    const answer = await transaction(introduced, mailFrom, recipient, fresh)
    fresh = false
    // The server closes after a 421 at any stage (RFC 5321, section 4.2.3).
    if (answer.code === 421) usable = false
    return answer
  }

  const ask = async (recipient: string): Promise<Reply> => {
    signal.throwIfAborted()
    if (refusal) return refusal
    if (busy) throw new Error('A session checks one recipient at a time.')
    if (!usable) throw new SmtpError('protocol_error', 'The server has ended the dialogue.', { spoke: true })
    busy = true
    try {
      return await put(recipient)
    } catch (error) {
      if (!(error instanceof UnsendableText)) abandon()
      throw error
    } finally {
      busy = false
    }
  }

  return {
    get usable() {
      return usable
    },
    encrypted,
    ask,
    quit: async () => {
      if (!open) return
      end()
      await dialogue.quit()
    },
  }
}

/**
 * Opens a session: connects, reads the greeting, sends EHLO (or HELO if the server doesn't know EHLO), and switches to TLS if offered (RFC
 * 3207). It does not verify certificates (RFC 7435); after a failed handshake, it tries one new connection without TLS. If the server
 * refuses during these steps, every answer of the session is that refusal. Throws `SmtpError`, `ForbiddenAddress`, or the signal's reason.
 * In these cases, no connection stays open.
 */
export const openSession = async (options: SessionOptions): Promise<Session> =>
  sessionOf(await introduceOurselves(options), options)

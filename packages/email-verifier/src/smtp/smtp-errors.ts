/** The reason why a dialogue failed: no answer, a timeout, or a reply that is not SMTP. */
export type SmtpFailure = 'no_connect' | 'timeout' | 'protocol_error'

/** The error for a mail server without a readable answer. A refusal is a reply, not an error. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  readonly kind: SmtpFailure
  /** Whether the server sent a valid reply earlier, so that it must be a mail server. */
  readonly spoke: boolean
  /** Whether the connection ended before the reply. */
  readonly lost: boolean

  constructor(
    kind: SmtpFailure,
    message: string,
    options?: { readonly cause?: unknown; readonly spoke?: boolean; readonly lost?: boolean },
  ) {
    super(message, options)
    this.kind = kind
    this.spoke = options?.spoke ?? false
    this.lost = options?.lost ?? false
  }
}

/** The reason why a text can't be part of a command. */
export type Unsendable = 'characters' | 'too_long' | 'needs_smtputf8'

/** The error for a text that would make more than one command, or a command that the server doesn't support. */
export class UnsendableText extends Error {
  override readonly name = 'UnsendableText'
  readonly why: Unsendable

  constructor(why: Unsendable, message: string) {
    super(message)
    this.why = why
  }
}

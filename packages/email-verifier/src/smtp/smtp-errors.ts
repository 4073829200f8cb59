/** Says how a dialogue came to nothing: nobody answered, the time was over, or what came was no SMTP. */
export type SmtpFailure = 'no_connect' | 'timeout' | 'protocol_error'

/** Thrown when a mail server gives no answer that could be read. A refusal is no error: it is a reply. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError'
  readonly kind: SmtpFailure
  /** Whether the server had said anything sensible before, so that it is one. */
  readonly spoke: boolean

  constructor(kind: SmtpFailure, message: string, options?: { readonly cause?: unknown; readonly spoke?: boolean }) {
    super(message, options)
    this.kind = kind
    this.spoke = options?.spoke ?? false
  }
}

/** Says why something can't be put into a command. */
export type Unsendable = 'characters' | 'too_long' | 'needs_smtputf8'

/** Thrown instead of writing a command that would be more than one, or one that the server doesn't know. */
export class UnsendableText extends Error {
  override readonly name = 'UnsendableText'
  readonly why: Unsendable

  constructor(why: Unsendable, message: string) {
    super(message)
    this.why = why
  }
}

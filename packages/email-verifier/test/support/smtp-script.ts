/** One action of the scripted server. */
export type Step =
  | { readonly does: 'send'; readonly bytes: Uint8Array }
  | { readonly does: 'pause'; readonly milliseconds: number }
  | { readonly does: 'flood'; readonly bytes: Uint8Array }
  | { readonly does: 'close' | 'reset' | 'fallSilent' | 'startTls' | 'breakTls' }

/** A received command. */
export interface SeenCommand {
  /** In upper case: `RCPT`. */
  readonly verb: string
  /** The text after the verb: `TO:<a@example.com>`. */
  readonly argument: string
  /** The text between `<` and `>`: `a@example.com`. */
  readonly path: string
  /** The whole line without its end. */
  readonly line: string
  /** How often the verb was sent on this connection, including this time. */
  readonly count: number
  /** How often this exact line was sent to the server on any connection, including this time. */
  readonly timesSeen: number
  /** The number of the connection, from 0. */
  readonly connection: number
}

/** A scripted reply: one or more lines, steps, or a function of the command. */
export type ScriptedAnswer = string | readonly Step[] | ((command: SeenCommand) => string | readonly Step[])

/** The replies of a server; by default it is well-behaved. */
export interface SmtpScript {
  readonly greeting?: ScriptedAnswer
  readonly ehlo?: ScriptedAnswer
  readonly helo?: ScriptedAnswer
  readonly starttls?: ScriptedAnswer
  readonly mail?: ScriptedAnswer
  readonly rcpt?: ScriptedAnswer
  readonly rset?: ScriptedAnswer
  readonly quit?: ScriptedAnswer
  /** The EHLO lines if `ehlo` is absent; `STARTTLS` is removed on an encrypted connection. */
  readonly extensions?: readonly string[]
}

/** Sends exactly these bytes. A text is sent as UTF-8. */
export const send = (bytes: string | Uint8Array): Step => ({ does: 'send', bytes: Buffer.from(bytes) })

/** Sends a reply; line feeds separate its lines, which are sent with CR LF. */
export const reply = (text: string): Step => send(`${text.split('\n').join('\r\n')}\r\n`)

/** Sends a reply in chunks, each in its own packet. */
export const inChunksOf = (size: number, text: string): Step[] => {
  const bytes = Buffer.from(`${text.split('\n').join('\r\n')}\r\n`)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return pieces.flatMap((piece) => [send(piece), pause(1)])
}

/** Waits for the given number of milliseconds. */
export const pause = (milliseconds: number): Step => ({ does: 'pause', milliseconds })

/** Sends the same bytes repeatedly until the other side has closed. */
export const flood = (bytes: string): Step => ({
  does: 'flood',
  bytes: Buffer.from(bytes.repeat(Math.ceil(16_384 / bytes.length))),
})

/** Closes the connection properly. */
export const close: Step = { does: 'close' }

/** Resets the connection (RST). */
export const reset: Step = { does: 'reset' }

/** Keeps reading but never sends anything again. */
export const fallSilent: Step = { does: 'fallSilent' }

/** Switches the connection to TLS; a `220` must have been sent before. */
export const startTls: Step = { does: 'startTls' }

/** Answers a TLS client with bytes that are not TLS, and closes. */
export const breakTls: Step = { does: 'breakTls' }

/** One thing that the scripted server does. */
export type Step =
  | { readonly does: 'send'; readonly bytes: Uint8Array }
  | { readonly does: 'pause'; readonly milliseconds: number }
  | { readonly does: 'flood'; readonly bytes: Uint8Array }
  | { readonly does: 'close' | 'reset' | 'fallSilent' | 'startTls' | 'breakTls' }

/** A command as the server read it. */
export interface SeenCommand {
  /** In upper case: `RCPT`. */
  readonly verb: string
  /** The text after the verb: `TO:<a@example.com>`. */
  readonly argument: string
  /** The text between `<` and `>`: `a@example.com`. */
  readonly path: string
  /** The whole line without its end. */
  readonly line: string
  /** How often the verb was sent on this connection, this time included. */
  readonly count: number
  /** How often this very line was sent to the server on any connection, this time included. */
  readonly timesSeen: number
  /** Which connection it came on; the first is 0. */
  readonly connection: number
}

/** A scripted reply: one or more lines, steps, or a function of the command. */
export type Answer = string | readonly Step[] | ((command: SeenCommand) => string | readonly Step[])

/** The replies of a server; the defaults are those of a well-behaved server. */
export interface SmtpScript {
  readonly greeting?: Answer
  readonly ehlo?: Answer
  readonly helo?: Answer
  readonly starttls?: Answer
  readonly mail?: Answer
  readonly rcpt?: Answer
  readonly rset?: Answer
  readonly quit?: Answer
  /** The EHLO lines when `ehlo` is left out; `STARTTLS` is taken out once the connection is encrypted. */
  readonly extensions?: readonly string[]
}

/** Sends exactly these bytes: nothing is added. A text is sent as UTF-8. */
export const send = (bytes: string | Uint8Array): Step => ({ does: 'send', bytes: Buffer.from(bytes) })

/** Sends a reply; lines are parted by a line feed and ended with CR LF. */
export const reply = (text: string): Step => send(`${text.split('\n').join('\r\n')}\r\n`)

/** Sends a reply in pieces of some bytes, each in its own packet. */
export const inChunksOf = (size: number, text: string): Step[] => {
  const bytes = Buffer.from(`${text.split('\n').join('\r\n')}\r\n`)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return pieces.flatMap((piece) => [send(piece), pause(1)])
}

/** Lets some milliseconds pass. */
export const pause = (milliseconds: number): Step => ({ does: 'pause', milliseconds })

/** Sends the same bytes again and again until the other side has gone. */
export const flood = (bytes: string): Step => ({
  does: 'flood',
  bytes: Buffer.from(bytes.repeat(Math.ceil(16_384 / bytes.length))),
})

/** Ends the connection in good order. */
export const close: Step = { does: 'close' }

/** Breaks the connection off (RST). */
export const reset: Step = { does: 'reset' }

/** Reads on and never says a word again. */
export const fallSilent: Step = { does: 'fallSilent' }

/** Takes the connection over to TLS; a `220` must have been sent before. */
export const startTls: Step = { does: 'startTls' }

/** Answers a TLS client with what is no TLS, and closes. */
export const breakTls: Step = { does: 'breakTls' }

import { SmtpError } from './smtp-errors.ts'

/** A reply as sent: one code, and the text of each line. */
export interface ReplyLines {
  readonly code: number
  readonly lines: readonly string[]
}

/** A reader of replies from a byte stream with any chunk boundaries. */
export interface ReplyReader {
  /** Reads one whole reply. Throws a `protocol_error` for an invalid or too long reply, or at the end of the stream. */
  next(): Promise<ReplyLines>
  /** Returns the number of received bytes that no reply has used. */
  unread(): number
  /** Resets the byte limit for another dialogue. */
  renew(): void
}

/** The longest accepted line, in bytes. RFC 5321, section 4.5.3.1.5, allows servers 512 at most. */
export const longestReplyLine = 2048
/** The byte limit of one dialogue. */
export const longestDialogue = 65_536

const replyLine = /^(?<code>[2-5]\d\d)(?:(?<more>[ -])(?<text>.*))?$/s

const violation = (message: string): SmtpError => new SmtpError('protocol_error', message)

/** Decodes UTF-8 (RFC 6531, section 3.7.4.2), or else one byte per character. */
const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** Splits bytes into lines that end in CR LF or only LF, and counts them. */
const lineReader = (source: AsyncIterator<Uint8Array>) => {
  let buffer: Uint8Array = new Uint8Array()
  let left = longestDialogue

  const more = async (): Promise<void> => {
    const read = await source.next()
    if (read.done === true)
      throw new SmtpError('protocol_error', 'The server closed the connection before it had answered.', { lost: true })
    const { value } = read
    left -= value.length
    buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value])
  }

  const next = async (): Promise<string> => {
    let end = buffer.indexOf(0x0a)
    while (end === -1 && buffer.length <= longestReplyLine) {
      await more()
      end = buffer.indexOf(0x0a)
    }
    if (end === -1 || end > longestReplyLine)
      throw violation(`The server sent a line of more than ${longestReplyLine} bytes.`)
    if (left < 0) throw violation(`The server sent more than ${longestDialogue} bytes.`)
    const line = buffer.subarray(0, buffer[end - 1] === 0x0d ? end - 1 : end)
    buffer = buffer.subarray(end + 1)
    return decode(line)
  }

  return {
    next,
    unread: () => buffer.length,
    renew: () => {
      left = longestDialogue - buffer.length
    },
  }
}

/** Creates a reader of SMTP replies (RFC 5321, section 4.2.1): lines with one code, all except the last with a hyphen after it. */
export const createReplyReader = (source: AsyncIterator<Uint8Array>): ReplyReader => {
  const reader = lineReader(source)
  const next = async (): Promise<ReplyLines> => {
    const lines: string[] = []
    let first: string | undefined
    for (;;) {
      const { code, more, text = '' } = replyLine.exec(await reader.next())?.groups ?? {}
      if (code === undefined) throw violation('The response of the server is not an SMTP reply.')
      first ??= code
      if (code !== first) throw violation('The server changed the code within a reply.')
      lines.push(text)
      if (more !== '-') return { code: Number(code), lines }
    }
  }
  return { next, unread: reader.unread, renew: reader.renew }
}

/** The command that a reply answers. Only `rcpt` is about the recipient; the others are about the verifier. */
export type Stage = 'greeting' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'rset'

/** A reply of a mail server. */
export interface Reply {
  /** The basic code (RFC 5321, section 4.2.3): 200 to 599. */
  readonly code: number
  /** The enhanced status code (RFC 2034, RFC 3463), `5.1.1`, if the server sent one that matches the basic code. */
  readonly enhanced?: string
  /** The text of all lines after the basic code, joined, without control characters; the enhanced code, if any, is still part of it. */
  readonly text: string
  readonly stage: Stage
}

// Some servers put a number sign before the code. ENHANCEDSTATUSCODES is not required, because many servers send the codes without offering
// it.
const enhancedCode = /^#?(?<enhanced>(?<class>[245])\.\d{1,3}\.\d{1,3})(?=$|[\s:;,-])/

const enhancedOf = ({ code, lines }: ReplyLines): string | undefined =>
  lines
    .map((line) => enhancedCode.exec(line.trimStart())?.groups)
    // RFC 2034, section 4: the classes must agree. Otherwise the basic code counts.
    .find((found) => found?.['class'] === String(code)[0])?.['enhanced']

/** Joins the lines of a reply. The enhanced code is on every line (RFC 2034), but the result contains it only once. */
const textOf = ({ lines }: ReplyLines, enhanced: string | undefined): string =>
  lines
    .map((line, index) => {
      const text = line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
      return index > 0 && enhanced !== undefined && text.startsWith(enhanced)
        ? text.slice(enhanced.length).trim()
        : text
    })
    .filter((text) => text !== '')
    .join(' ')

/** Creates a reply from its lines. */
export const toReply = (said: ReplyLines, stage: Stage): Reply => {
  const enhanced = enhancedOf(said)
  return { code: said.code, ...(enhanced === undefined ? {} : { enhanced }), text: textOf(said, enhanced), stage }
}

/** Returns whether a reply is positive: 2yz (RFC 5321, section 4.2.1). */
export const isPositive = ({ code }: { readonly code: number }): boolean => code >= 200 && code < 300

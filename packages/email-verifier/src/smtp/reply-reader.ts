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
    if (read.done === true) throw violation('The server closed the connection before it had answered.')
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

import type { Input } from '../tcp/read-input.ts'

const END = '\r\n.\r\n'
// What may be the beginning of the end, or of a line with a period.
const UNDECIDED = /\r(?:\n(?:\.\r?)?)?$/

/**
 * Reads a message up to the line with a period, and removes the first period of other lines (RFC 5321, section 4.5.2). Lines end with CR LF
 * only, so that no other octets can end a message (section 2.3.8). Resolves with 'too-large' for a message of more octets than `size`, which
 * is read but not kept, and with undefined if the input ends before the message.
 */
export const readMessage = async (
  { some, putBack }: Pick<Input, 'some' | 'putBack'>,
  size: number,
): Promise<Buffer | 'too-large' | undefined> => {
  const parts: Buffer[] = []
  let length = 0
  const keep = (text: string): void => {
    const part = Buffer.from(text.replaceAll('\r\n.', '\r\n'), 'latin1')
    length += part.length
    if (length > size + 2) parts.length = 0
    else parts.push(part)
  }
  // The message begins at the start of a line.
  let text = '\r\n'
  for (;;) {
    const more = await some()
    if (more === '') return undefined
    text += more
    const end = text.indexOf(END)
    if (end >= 0) {
      putBack(text.slice(end + END.length))
      keep(text.slice(0, end + 2))
      return length > size + 2 ? 'too-large' : Buffer.concat(parts).subarray(2)
    }
    const [undecided = ''] = UNDECIDED.exec(text.slice(-END.length)) ?? []
    keep(text.slice(0, text.length - undecided.length))
    text = undecided
  }
}

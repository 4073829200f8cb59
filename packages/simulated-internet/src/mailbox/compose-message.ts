import type { StoredMessage } from '@netbox/core/dns'

/** The user of a mailbox. */
export interface MailUser {
  readonly name: string
  readonly address: string
}

/** A part of a message that contains several. */
export interface MessagePart {
  /** The header of the part, with its last empty line. */
  readonly header: string
  readonly type: readonly [type: string, subtype: string]
  readonly encoding: string
  /** The file name of an attachment. */
  readonly file?: string
  /** The size of the body, in octets. */
  readonly size: number
  readonly lines: number
  readonly body: () => string
}

/** A message in the Internet Message Format (RFC 5322). Its text is made on demand, because a folder may have gigabytes of it. */
export interface ComposedMessage {
  /** The fields of the header, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly header: string
  readonly from: MailUser
  readonly to: MailUser
  readonly boundary: string
  /** The parts of the message: the text, and the attachment of a large message. */
  readonly parts: readonly [MessagePart, ...MessagePart[]]
  /** The size of the message, in octets. */
  readonly size: number
  readonly body: () => string
}

const WIDTH = 76
/** Messages above this size have an attachment. */
const LONGEST_TEXT = 12_000

/** Formats a time as IMAP's date-time (RFC 3501, section 9). */
export const internalDate = (at: number): string => {
  const [, day = '', month, year, time] = new Date(at).toUTCString().split(' ')
  return `${day.replace(/^0/, ' ')}-${month}-${year} ${time} +0000`
}

const SENTENCES = [
  'Thank you for your message.',
  'The documents are attached.',
  'Please let me know if the date suits you.',
  'We deliver on Thursday.',
  'The figures are final.',
  'I will call you tomorrow.',
]

/** Returns lines of plain text with about this many octets. Each line has the same sentences, so that its size is known. */
const textOf = ({ id, person }: StoredMessage, size: number): string => {
  const first = SENTENCES[id.charCodeAt(0) % SENTENCES.length] ?? ''
  const second = SENTENCES[id.charCodeAt(1) % SENTENCES.length] ?? ''
  const paragraph = `${first} ${second}\r\n`
  const count = Math.max(1, Math.floor(size / paragraph.length))
  return `Hello,\r\n\r\n${paragraph.repeat(count)}\r\n${person.name}\r\n`
}

const headerOf = (fields: ComposedMessage['fields']): string =>
  `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`

const plainPart = (text: string, header: string): MessagePart => ({
  header,
  type: ['text', 'plain'],
  encoding: '7bit',
  size: text.length,
  lines: text.split('\r\n').length - 1,
  body: () => text,
})

/** Returns an attachment with about this many octets. */
const attachment = (id: string, size: number): MessagePart => {
  const file = `${id.slice(0, 6)}.bin`
  const lines = Math.max(1, Math.floor(size / (WIDTH + 2)))
  const line = `${Buffer.from(id.repeat(4).slice(0, (WIDTH / 4) * 3)).toString('base64')}\r\n`
  return {
    header: headerOf([
      ['Content-Type', `application/octet-stream; name="${file}"`],
      ['Content-Disposition', `attachment; filename="${file}"`],
      ['Content-Transfer-Encoding', 'base64'],
    ]),
    type: ['application', 'octet-stream'],
    encoding: 'base64',
    file,
    size: lines * line.length,
    lines,
    body: () => line.repeat(lines),
  }
}

/** Returns the Message-ID. Users of one host have messages with equal ids, so it also has the address of the user. */
const messageIdOf = (id: string, user: MailUser, from: MailUser): string => {
  const owner = Buffer.from(user.address.toLowerCase()).toString('base64url')
  return `<${id}.${owner}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}

/** Composes a message of a user's mailbox. In folders of the user's own messages, the user is the sender. */
export const composeMessage = (message: StoredMessage, user: MailUser, isOwn: boolean): ComposedMessage => {
  const { id, person, subject, at, size } = message
  const [from, to] = isOwn ? [user, person] : [person, user]
  const boundary = `=_${id}`
  const isLarge = size > LONGEST_TEXT
  const fields = [
    ['Date', new Date(at).toUTCString().replace('GMT', '+0000')],
    ['From', `${from.name} <${from.address}>`],
    ['To', `${to.name} <${to.address}>`],
    ['Subject', subject],
    ['Message-ID', messageIdOf(id, user, from)],
    ['MIME-Version', '1.0'],
    ['Content-Type', isLarge ? `multipart/mixed; boundary="${boundary}"` : 'text/plain; charset=us-ascii'],
    ['Content-Transfer-Encoding', '7bit'],
  ] as const
  const header = headerOf(fields)
  if (!isLarge) {
    const part = plainPart(textOf(message, size - header.length), header)
    return { fields, header, from, to, boundary, parts: [part], size: header.length + part.size, body: part.body }
  }
  const text = plainPart(
    textOf(message, 300),
    headerOf([
      ['Content-Type', 'text/plain; charset=us-ascii'],
      ['Content-Transfer-Encoding', '7bit'],
    ]),
  )
  const file = attachment(id, size)
  const [start, end] = [`--${boundary}\r\n`, `\r\n--${boundary}--\r\n`]
  const parts = [text, file] as const
  const inner = parts.reduce((sum, part) => sum + part.header.length + part.size, 0)
  return {
    fields,
    header,
    from,
    to,
    boundary,
    parts,
    // The delimiter between the parts begins with a line end.
    size: header.length + 2 * start.length + 2 + inner + end.length,
    body: () => `${start}${text.header}${text.body()}\r\n${start}${file.header}${file.body()}${end}`,
  }
}

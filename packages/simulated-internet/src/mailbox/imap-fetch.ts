import type { MailFolder, StoredMessage } from '@netbox/core/dns'
import { type ComposedMessage, internalDate, type MailUser, type MessagePart } from './compose-message.ts'
import type { Token } from './imap-command.ts'
import type { OpenMailbox } from './open-mailbox.ts'

const MACROS: Readonly<Record<string, readonly string[]>> = {
  ALL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE'],
  FAST: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE'],
  FULL: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', 'ENVELOPE', 'BODY'],
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const literal = (text: string): string => `{${text.length}}\r\n${text}`

/** Returns the flags of a message. */
export const flagsOf = ({ isSeen, isAnswered, isFlagged }: StoredMessage, { name }: MailFolder): string[] => [
  ...(isSeen ? ['\\Seen'] : []),
  ...(isAnswered ? ['\\Answered'] : []),
  ...(isFlagged ? ['\\Flagged'] : []),
  ...(name === 'Drafts' ? ['\\Draft'] : []),
]

/** Returns the value of a field of a header; undefined if the header has no such field. */
export const fieldOf = ({ fields }: ComposedMessage, wanted: string): string | undefined =>
  fields.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]

const addressList = ({ name, address }: MailUser): string => {
  const at = address.lastIndexOf('@')
  return `((${quoted(name)} NIL ${quoted(address.slice(0, at))} ${quoted(address.slice(at + 1))}))`
}

const envelopeOf = (message: ComposedMessage): string => {
  const [from, to] = [addressList(message.from), addressList(message.to)]
  const [date, subject, id] = ['Date', 'Subject', 'Message-ID'].map((name) => quoted(fieldOf(message, name) ?? ''))
  return `(${date} ${subject} ${from} ${from} ${from} ${to} NIL NIL NIL ${id})`
}

const partStructure = (
  { type: [type, subtype], encoding, file, size, lines }: MessagePart,
  isLong: boolean,
): string => {
  const parameters = file === undefined ? '("charset" "us-ascii")' : `("name" ${quoted(file)})`
  const disposition = file === undefined ? 'NIL' : `("attachment" ("filename" ${quoted(file)}))`
  const lineCount = type === 'text' ? ` ${lines}` : ''
  const extension = isLong ? ` NIL ${disposition} NIL NIL` : ''
  return `(${quoted(type)} ${quoted(subtype)} ${parameters} NIL NIL ${quoted(encoding)} ${size}${lineCount}${extension})`
}

const structureOf = ({ parts, boundary }: ComposedMessage, isLong: boolean): string => {
  if (parts.length === 1) return partStructure(parts[0], isLong)
  const extension = isLong ? ` ("boundary" ${quoted(boundary)}) NIL NIL NIL` : ''
  return `(${parts.map((part) => partStructure(part, isLong)).join('')} "mixed"${extension})`
}

/** Returns the content of a section, such as `1.MIME` or `HEADER.FIELDS (DATE)`; undefined for one that the message does not have. */
const sectionOf = (message: ComposedMessage, section: string): string | undefined => {
  const { header, fields, parts, body } = message
  if (section === '') return header + body()
  if (section === 'HEADER') return header
  if (section === 'TEXT') return body()
  const [, not, names] = /^HEADER\.FIELDS(\.NOT)? \(([^()]*)\)$/.exec(section) ?? []
  if (names !== undefined) {
    const wanted = new Set(names.toLowerCase().replaceAll('"', '').split(' '))
    const found = fields.filter(([name]) => wanted.has(name.toLowerCase()) === (not === undefined))
    return `${found.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  }
  const [, number, mime] = /^(\d)(\.MIME)?$/.exec(section) ?? []
  const part = parts[Number(number) - 1]
  return mime === undefined ? part?.body() : part?.header
}

const BODY = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d{1,9})\.(\d{1,9})>)?$/is

/** Returns the name and the value of one item of a response; undefined for an unknown item. */
const itemOf = (mailbox: OpenMailbox, folder: MailFolder, number: number, item: string): string | undefined => {
  const facts = (): StoredMessage => mailbox.facts(folder, number)
  const message = (): ComposedMessage => mailbox.message(folder, number)
  switch (item.toUpperCase()) {
    case 'UID':
      return `UID ${number}`
    case 'FLAGS':
      return `FLAGS (${flagsOf(facts(), folder).join(' ')})`
    case 'INTERNALDATE':
      return `INTERNALDATE ${quoted(internalDate(facts().at))}`
    case 'RFC822.SIZE':
      return `RFC822.SIZE ${message().size}`
    case 'ENVELOPE':
      return `ENVELOPE ${envelopeOf(message())}`
    case 'BODY':
      return `BODY ${structureOf(message(), false)}`
    case 'BODYSTRUCTURE':
      return `BODYSTRUCTURE ${structureOf(message(), true)}`
    case 'RFC822':
      return `RFC822 ${literal(sectionOf(message(), '') ?? '')}`
    case 'RFC822.HEADER':
      return `RFC822.HEADER ${literal(message().header)}`
    case 'RFC822.TEXT':
      return `RFC822.TEXT ${literal(message().body())}`
    default: {
      const [, section, origin, count] = BODY.exec(item) ?? []
      if (section === undefined) return undefined
      const wanted = section.toUpperCase()
      const content = sectionOf(message(), wanted)
      const [start, end] = [Number(origin ?? 0), origin === undefined ? undefined : Number(origin) + Number(count)]
      const label = `BODY[${wanted}]${origin === undefined ? '' : `<${start}>`}`
      return `${label} ${content === undefined ? 'NIL' : literal(content.slice(start, end))}`
    }
  }
}

/** Reads the items of FETCH: one, a list, or a macro. */
export const readFetchItems = (given: readonly Token[]): string[] | undefined => {
  const [first, ...rest] = given
  if (first === undefined || rest.length > 0) return undefined
  const items = typeof first === 'string' ? (MACROS[first.toUpperCase()] ?? [first]) : first
  return items.every((item) => typeof item === 'string') && items.length > 0 ? [...items] : undefined
}

/** Returns the response to FETCH for a message; undefined if an item is unknown. */
export const fetchResponse = (
  mailbox: OpenMailbox,
  folder: MailFolder,
  number: number,
  items: readonly string[],
): string | undefined => {
  const values = items.map((item) => itemOf(mailbox, folder, number, item))
  return values.includes(undefined) ? undefined : `* ${number} FETCH (${values.join(' ')})\r\n`
}

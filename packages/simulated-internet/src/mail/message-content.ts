/** The codes to type and the links to open in a message. */
export interface MessageContent {
  /**
   * The codes, without repetition, in the order of the message: numbers of 4 to 8 digits, in one piece or in two halves (`123 456`, which
   * becomes `123456`), and lines that consist of capital letters and digits only (`K7F-92Q`).
   */
  readonly codes: readonly string[]
  /** The links to `http:` and `https:`, without repetition, in the order of the message: links in the text and links behind words of HTML. */
  readonly links: readonly string[]
}

// Codes and links are at the beginning. A longer message may be one large attachment.
const LONGEST = 1_048_576
const DEEPEST = 10
const MOST_PARTS = 100
const MOST_FOUND = 100

/** A message or a part of one (RFC 2045), with one character for each octet. */
interface Entity {
  readonly header: string
  readonly body: string
}

const entityOf = (text: string): Entity => {
  const end = text.startsWith('\r\n') ? -2 : text.indexOf('\r\n\r\n')
  if (end === -1) return { header: '', body: text }
  return { header: text.slice(0, Math.max(end, 0)).replaceAll(/\r\n[ \t]+/g, ' '), body: text.slice(end + 4) }
}

const fieldOf = ({ header }: Entity, name: string): string =>
  header
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? ''

const parameterOf = (field: string, name: string): string | undefined => {
  const [, quoted, plain] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(field) ?? []
  return quoted ?? plain
}

/** Decodes octets. An unknown character set is read as UTF-8. */
const decode = (octets: Buffer, charset = 'utf-8'): string => {
  try {
    return new TextDecoder(charset).decode(octets)
  } catch {
    return new TextDecoder().decode(octets)
  }
}

const octetsOf = (body: string, encoding: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const joined = body.replaceAll(/=[ \t]*\r?\n/g, '')
  const plain = joined.replaceAll(/=([\dA-F]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  return Buffer.from(plain, 'latin1')
}

const ENCODED_WORD = /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=\s*/gi

/** Decodes the encoded words of a field (RFC 2047). */
const wordsOf = (field: string): string =>
  field.replaceAll(ENCODED_WORD, (_, charset: string, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? decode(octetsOf(text, 'base64'), charset)
      : decode(octetsOf(text.replaceAll('_', ' '), 'quoted-printable'), charset),
  )

/** Returns the texts of a message that a mail program shows, each with its media type. */
const textsOf = (entity: Entity, depth = 0): { readonly isHtml: boolean; readonly text: string }[] => {
  const type = fieldOf(entity, 'content-type') || 'text/plain'
  const boundary = parameterOf(type, 'boundary')
  if (/^multipart\//i.test(type) && boundary !== undefined) {
    if (depth === DEEPEST) return []
    const parts = `\r\n${entity.body}`.split(`\r\n--${boundary}`, MOST_PARTS).slice(1)
    return parts
      .filter((part) => !part.startsWith('--'))
      .flatMap((part) => textsOf(entityOf(part.slice(part.indexOf('\r\n') + 2)), depth + 1))
  }
  if (!/^text\/(?:plain|html)\b/i.test(type) || /^attachment\b/i.test(fieldOf(entity, 'content-disposition'))) return []
  const octets = octetsOf(entity.body, fieldOf(entity, 'content-transfer-encoding').toLowerCase())
  return [{ isHtml: /^text\/html/i.test(type), text: decode(octets, parameterOf(type, 'charset')) }]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const LAST_CHARACTER = 0x10ffff

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, hex, number, name) => {
    if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? whole
    const point = typeof hex === 'string' ? parseInt(hex, 16) : Number(number)
    return point > LAST_CHARACTER ? whole : String.fromCodePoint(point)
  })

const HIDDEN: ReadonlySet<string> = new Set(['head', 'style', 'script'])
const INLINE: ReadonlySet<string> = new Set(['a', 'b', 'code', 'em', 'font', 'i', 'span', 'strong', 'tt', 'u'])
const LINK = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** Returns the text of an HTML page as a reader sees it. Each link follows its words as a line of its own. */
const textOfHtml = (html: string): string => {
  let hidden: string | undefined
  let link: string | undefined
  const shown: string[] = []
  for (const [index, piece] of html.split(/(<[^<>]*>)/).entries()) {
    if (index % 2 === 0) {
      if (hidden === undefined) shown.push(piece)
      continue
    }
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z\d]*)/i.exec(piece.toLowerCase()) ?? []
    if (hidden !== undefined) {
      if (slash === '/' && name === hidden) hidden = undefined
      continue
    }
    if (slash === '' && HIDDEN.has(name)) hidden = name
    if (!INLINE.has(name)) shown.push('\n')
    if (name !== 'a') continue
    if (link !== undefined) shown.push(`\n${link}\n`)
    const [, double, single, bare] = (slash === '' ? LINK.exec(piece) : null) ?? []
    link = double ?? single ?? bare
  }
  return withoutEntities(shown.join(''))
}

// The last character is none that ends a sentence or closes a bracket around the link.
const WEB_LINK = /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}]/gi
// Not a part of a longer number, an amount, a date, a name or a path.
const NUMBER =
  /(?<![\w/#&=+@$€£%-]|\d[.,:]|(?:©|\(c\)|copyright) ?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? (?:\d\d?,? )?)(?:[A-Z]-)?((?<!\d )\d{3,4}[ -]\d{3,4}(?! \d)|\d{4,8})(?![\w/@%€-]|[.,:]\d| ?(?:EUR|USD|GBP)\b)/gi
const LINE = /^[ \t]*((?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z\d][A-Z\d-]{2,10}[A-Z\d])[ \t]*\r?$/gm

/** Returns the first matches of a pattern: its group, or else the whole match. */
const foundIn = (text: string, pattern: RegExp): { readonly index: number; readonly value: string }[] => {
  const found: { readonly index: number; readonly value: string }[] = []
  for (const { index, 0: whole, 1: part } of text.matchAll(pattern)) {
    found.push({ index, value: part ?? whole })
    if (found.length === MOST_FOUND) break
  }
  return found
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)]

/**
 * Returns the codes and links of a message (RFC 5322), so that a test can continue a registration without a reader of mail. It reads the text
 * and HTML parts in any character set and encoding (RFC 2045), then the subject.
 */
export const contentOf = (octets: Buffer): MessageContent => {
  const message = entityOf(octets.subarray(0, LONGEST).toString('latin1'))
  const shown = [
    ...textsOf(message).map(({ isHtml, text }) => (isHtml ? textOfHtml(text) : text)),
    wordsOf(fieldOf(message, 'subject')),
  ].join('\n')
  const words = shown.replaceAll(WEB_LINK, '')
  const codes = [
    ...foundIn(words, NUMBER).map(({ index, value }) => ({ index, value: value.replaceAll(/[ -]/g, '') })),
    ...foundIn(words, LINE),
  ].toSorted((one, other) => one.index - other.index)
  return {
    codes: distinct(codes.map(({ value }) => value)),
    links: distinct(foundIn(shown, WEB_LINK).map(({ value }) => value)),
  }
}

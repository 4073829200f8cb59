import { decode, join, octetsOf, octetsOfAddress, octetsOfNumber, octetsOfText } from './octets.ts'
import { ZoneError, type ZoneWord } from './zone-entries.ts'

/** The words of a record that are still to be read, and the origin of its relative names. */
export interface Rest {
  readonly words: ZoneWord[]
  readonly origin: Uint8Array
  readonly line: number
}

/** The line of an error. */
export type Place = Pick<ZoneWord, 'line'>

export const fail = ({ line }: Place, text: string, what: string): ZoneError =>
  new ZoneError(line, `'${text.slice(0, 60)}' is not ${what}.`)

const takeText = (rest: Rest, what = 'a text'): ZoneWord => {
  const word = rest.words.shift()
  if (word === undefined) throw new ZoneError(rest.line, `The record ends where ${what} is missing.`)
  return word
}

/** Takes a word that only texts may have in quotes. */
export const take = (rest: Rest, what: string): ZoneWord => {
  const word = takeText(rest, what)
  if (word.isQuoted) throw fail(word, `"${word.text}"`, what)
  return word
}

const [LONGEST_LABEL, LONGEST_NAME] = [63, 255]

const [CAPITAL_A, CAPITAL_Z] = [65, 90]
const lowerCase = (octet: number): number => (octet >= CAPITAL_A && octet <= CAPITAL_Z ? octet + 32 : octet)

/** Converts a name to wire format (RFC 1035, section 3.1). A name without a dot at its end is relative to the origin. */
export const nameOctets = ({ text, line }: ZoneWord, origin: Uint8Array): Uint8Array => {
  if (text === '@') return origin
  if (text === '.') return Uint8Array.of(0)
  const parts = text.match(/(?:\\\d{3}|\\?[^.\\]|\\[.\\])+|\./gs) ?? []
  const isAbsolute = parts.at(-1) === '.'
  // Names have one spelling, in data too: signatures cover names in lower case (RFC 4034, section 6.2).
  const labels = parts.filter((_part, index) => index % 2 === 0).map((label) => octetsOf(label).map(lowerCase))
  // Labels and dots take turns.
  const isWrong = parts.some((part, index) => (part === '.') !== (index % 2 === 1)) || labels.length === 0
  const octets = join([
    ...labels.flatMap((label) => [Uint8Array.of(label.length), label]),
    isAbsolute ? Uint8Array.of(0) : origin,
  ])
  if (isWrong || labels.some(({ length }) => length > LONGEST_LABEL) || octets.length > LONGEST_NAME)
    throw fail({ line }, text, 'a domain name')
  return octets
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** Parses a time in seconds, or with units: `1h30m`. Returns undefined for any other text. */
export const secondsOf = (text: string): number | undefined => {
  if (!/^(?:\d+|(?:\d+[smhdw])+)$/i.test(text)) return undefined
  return Array.from(text.matchAll(/(\d+)(\D?)/g)).reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? 1),
    0,
  )
}

/** Writes a number in 1, 2 or 4 octets. Throws if it doesn't fit. */
export const number = (
  size: 1 | 2 | 4 | 6,
  valueOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined),
) => {
  const most = 256 ** size - 1
  return (rest: Rest): Uint8Array => {
    const word = take(rest, 'a number')
    const value = valueOf(word.text)
    if (value === undefined || value > most) throw fail(word, word.text, `a whole number from 0 to ${most}`)
    return octetsOfNumber(value, size)
  }
}

export const [u8, u16, u32] = [number(1), number(2), number(4)]
export const time = number(4, secondsOf)
export const name = (rest: Rest): Uint8Array => nameOctets(take(rest, 'a name'), rest.origin)

const stringOctets = ({ text, line }: ZoneWord): Uint8Array => {
  const octets = octetsOf(text)
  if (octets.length > 255) throw new ZoneError(line, 'A string has at most 255 octets. Split it into several strings.')
  return join([Uint8Array.of(octets.length), octets])
}

/** Writes a character string (RFC 1035, section 3.3). */
export const string = (rest: Rest): Uint8Array => stringOctets(takeText(rest))
export const strings = (rest: Rest): Uint8Array => {
  const first = takeText(rest)
  // All at once, because each `shift` moves the words that are left.
  return join([first, ...rest.words.splice(0)].map(stringOctets))
}
/** Writes a text without its length, to the end of the data. */
export const plainText = (rest: Rest): Uint8Array => octetsOf(takeText(rest).text)
export const tag = (rest: Rest): Uint8Array => {
  const word = take(rest, 'a tag')
  if (!/^[a-z\d]{1,255}$/i.test(word.text)) throw fail(word, word.text, 'a tag of letters and digits')
  return join([Uint8Array.of(word.text.length), octetsOfText(word.text)])
}

/** Writes an address. */
export const address =
  (family: 'A' | 'AAAA') =>
  (rest: Rest): Uint8Array => {
    const word = take(rest, 'an address')
    return addressOctets(word, word.text, family)
  }
export const addressOctets = (at: Place, value: string, family: 'A' | 'AAAA'): Uint8Array => {
  const octets = octetsOfAddress(value, family)
  if (octets === undefined) throw fail(at, value, family === 'A' ? 'an IPv4 address' : 'an IPv6 address')
  return octets
}

/** Decodes a text. Throws if it has another form. */
const decoded = (at: Place, given: string, pattern: RegExp, encoding: 'hex' | 'base64', what: string): Uint8Array => {
  if (!pattern.test(given)) throw fail(at, given, what)
  return decode(given, encoding)
}

/** Writes all words that are left: one value, which may be in pieces. */
const pieces =
  (...form: readonly [pattern: RegExp, encoding: 'hex' | 'base64', what: string]) =>
  (rest: Rest): Uint8Array => {
    const [first, ...others] = rest.words.splice(0)
    return decoded(first ?? rest, [first, ...others].map((word) => word?.text ?? '').join(''), ...form)
  }
const HEX = /^(?:[\da-f]{2})+$/i
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=|[a-z\d+/]{4})$/i
const OCTETS = 'a row of hexadecimal digits, two for each octet'

export const hex = pieces(HEX, 'hex', OCTETS)
export const base64 = pieces(BASE64, 'base64', 'Base64')
export const base64Of = (at: Place, value: string): Uint8Array => decoded(at, value, BASE64, 'base64', 'Base64')
/** Like `hex`, for data that may be empty. */
export const anyHex = pieces(/^(?:[\da-f]{2})*$/i, 'hex', OCTETS)

const ALGORITHMS: Readonly<Record<string, number>> = {
  RSASHA1: 5,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
}
export const algorithm = number(
  1,
  (word) => ALGORITHMS[word.toUpperCase()] ?? (/^\d+$/.test(word) ? Number(word) : undefined),
)

/** Writes an instant: seconds since 1970, or YYYYMMDDHHmmSS (RFC 4034, section 3.2). */
export const instant = number(4, (word) => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(word)?.map(Number) ?? []
  if (parts.length === 0) return /^\d{1,10}$/.test(word) ? Number(word) : undefined
  const [year = 0, month = 0, ...others] = parts
  return (Date.UTC(year, month - 1, ...others) / 1000) % 2 ** 32
})

const BASE32 = '0123456789abcdefghijklmnopqrstuv'
export const hashed = (rest: Rest): Uint8Array => {
  const word = take(rest, 'a hash')
  const bits = Array.from(word.text.toLowerCase(), (sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  if (!/^[\da-v]+$/i.test(word.text)) throw fail(word, word.text, 'a hash in Base32')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return Uint8Array.from([octets.length, ...octets])
}
export const salt = (rest: Rest): Uint8Array => {
  const word = take(rest, 'a salt')
  if (word.text === '-') return Uint8Array.of(0)
  if (!HEX.test(word.text)) throw fail(word, word.text, 'a salt in hexadecimal digits')
  return join([Uint8Array.of(word.text.length / 2), decode(word.text, 'hex')])
}
/** Writes a length in centimetres as a digit and a power of ten (RFC 1876, section 2). */
const precision = (metres: number): number => {
  const centimetres = Math.round(metres * 100)
  const power = Math.max(0, String(centimetres).length - 1)
  return (Math.floor(centimetres / 10 ** power) << 4) | power
}
const ANGLE = /^(\d+(?: \d+(?: \d+(?:\.\d{1,3})?)?)?) ([NSEW]) (.*)$/i
const METRES = /^(-?\d{1,8}(?:\.\d{1,2})?)m?$/i
export const location = (rest: Rest): Uint8Array => {
  const given = rest.words
    .splice(0)
    .map((word) => word.text)
    .join(' ')
  const [, north = '', pole = '', after = ''] = ANGLE.exec(`${given} `) ?? []
  const [, east = '', side = '', lengths = ''] = ANGLE.exec(after) ?? []
  const angle = (words: string, isMinus: boolean, most: number): number => {
    const [degrees = 0, minutes = 0, seconds = 0] = words.split(' ').map(Number)
    const size = Math.round((degrees * 3600 + minutes * 60 + seconds) * 1000)
    const isRight = minutes < 60 && seconds < 60 && size <= most * 3_600_000
    return isRight ? 2 ** 31 + (isMinus ? -size : size) : Number.NaN
  }
  const metres = lengths
    .trim()
    .split(/\s+/)
    .map((word) => Number(METRES.exec(word)?.[1] ?? Number.NaN))
  const [altitude = 0, size = 1, across = 10_000, along = 10] = metres
  const places = [
    angle(north, /s/i.test(pole), 90),
    angle(east, /w/i.test(side), 180),
    Math.round(altitude * 100) + 10_000_000,
  ]
  const isWrong =
    !/[ns]/i.test(pole) || !/[ew]/i.test(side) || metres.length > 4 || [...places, ...metres].some(Number.isNaN)
  if (isWrong || Math.min(size, across, along, ...places) < 0 || Math.max(size, across, along) >= 1e8)
    throw fail(rest, given, 'a location (RFC 1876)')
  const version = 0
  return join([
    Uint8Array.of(version, ...[size, across, along].map(precision)),
    ...places.map((place) => octetsOfNumber(place, 4)),
  ])
}
export const digits =
  (count: number) =>
  (rest: Rest): Uint8Array => {
    const word = take(rest, 'a row of digits')
    const plain = word.text.replaceAll(/[-:]/g, '')
    if (plain.length !== count || !HEX.test(plain)) throw fail(word, word.text, `a row of ${count} hexadecimal digits`)
    return decode(plain, 'hex')
  }

import {
  address,
  algorithm,
  anyHex,
  base64,
  digits,
  fail,
  hashed,
  hex,
  instant,
  location,
  name,
  number,
  type Rest,
  salt,
  string,
  strings,
  tag,
  plainText,
  time,
  u16,
  u32,
  u8,
} from './zone-fields.ts'
import { join, typeBitmap } from './octets.ts'
import { parameters } from './zone-services.ts'
import { ZoneError } from './zone-entries.ts'

const typeList = (rest: Rest): Uint8Array =>
  typeBitmap(
    rest.words.splice(0).map((word) => {
      const found = typeNumber(word.text)
      if (found === undefined) throw fail(word, word.text, 'a record type')
      return found
    }),
  )

/** A record type: its number (IANA, DNS parameters) and its fields; without fields, it has only the generic form. */
interface Type {
  readonly number: number
  readonly fields?: readonly ((rest: Rest) => Uint8Array)[]
}

const type = (...[at, ...fields]: readonly [number, ...((rest: Rest) => Uint8Array)[]]): Type => ({
  number: at,
  fields,
})
const covered = number(2, (word) => typeNumber(word))
const key = [u16, u8, algorithm, base64] as const
const digest = [u16, algorithm, u8, hex] as const

const TYPES: Readonly<Record<string, Type>> = {
  A: type(1, address('A')),
  NS: type(2, name),
  CNAME: type(5, name),
  SOA: type(6, name, name, u32, time, time, time, time),
  MB: type(7, name),
  MG: type(8, name),
  MR: type(9, name),
  WKS: { number: 11 },
  PTR: type(12, name),
  HINFO: type(13, string, string),
  MINFO: type(14, name, name),
  MX: type(15, u16, name),
  TXT: type(16, strings),
  RP: type(17, name, name),
  AFSDB: type(18, u16, name),
  X25: type(19, string),
  ISDN: type(20, strings),
  RT: type(21, u16, name),
  NSAP: { number: 22 },
  KEY: type(25, ...key),
  PX: type(26, u16, name, name),
  GPOS: type(27, string, string, string),
  AAAA: type(28, address('AAAA')),
  LOC: type(29, location),
  SRV: type(33, u16, u16, u16, name),
  NAPTR: type(35, u16, u16, string, string, string, name),
  KX: type(36, u16, name),
  CERT: type(37, u16, u16, algorithm, base64),
  DNAME: type(39, name),
  APL: { number: 42 },
  DS: type(43, ...digest),
  SSHFP: type(44, u8, u8, hex),
  IPSECKEY: { number: 45 },
  RRSIG: type(46, covered, algorithm, u8, u32, instant, instant, u16, name, base64),
  NSEC: type(47, name, typeList),
  DNSKEY: type(48, ...key),
  DHCID: type(49, base64),
  NSEC3: type(50, u8, u8, u16, salt, hashed, typeList),
  NSEC3PARAM: type(51, u8, u8, u16, salt),
  TLSA: type(52, u8, u8, u8, hex),
  SMIMEA: type(53, u8, u8, u8, hex),
  HIP: { number: 55 },
  CDS: type(59, ...digest),
  CDNSKEY: type(60, ...key),
  OPENPGPKEY: type(61, base64),
  CSYNC: type(62, u32, u16, typeList),
  ZONEMD: type(63, u32, u8, u8, hex),
  SVCB: type(64, u16, name, parameters),
  HTTPS: type(65, u16, name, parameters),
  SPF: type(99, strings),
  EUI48: type(108, digits(12)),
  EUI64: type(109, digits(16)),
  URI: type(256, u16, u16, plainText),
  CAA: type(257, u8, tag, plainText),
  AMTRELAY: { number: 260 },
}

const NAMES = new Map(Object.entries(TYPES).map(([mnemonic, { number: at }]) => [at, mnemonic]))
// OPT, and the types of questions, such as ANY (RFC 6895, section 3.1).
const isQuestion = (at: number): boolean => at === 0 || at === 41 || (at > 127 && at < 256)

/** Returns the number of a record type; undefined if there is no such type, or none of records. */
export const typeNumber = (word: string): number | undefined => {
  const upper = word.toUpperCase()
  const numbered = /^TYPE(\d{1,5})$/.exec(upper)?.[1]
  const found =
    numbered === undefined ? (Object.hasOwn(TYPES, upper) ? TYPES[upper]?.number : undefined) : Number(numbered)
  return found === undefined || found > 65_535 || isQuestion(found) ? undefined : found
}

/** Returns the name of a record type: its mnemonic, or `TYPE65280` (RFC 3597, section 5). */
export const typeName = (at: number): string => NAMES.get(at) ?? `TYPE${at}`

/** Returns whether records of a type with a mnemonic have only the generic form of RFC 3597 here. */
export const hasOnlyGenericForm = (mnemonic: string): boolean =>
  Object.hasOwn(TYPES, mnemonic) && TYPES[mnemonic]?.fields === undefined

const genericOctets = (rest: Rest): Uint8Array => {
  rest.words.shift()
  const [high = 0, low = 0] = u16(rest)
  const octets = anyHex(rest)
  if (octets.length !== high * 256 + low)
    throw new ZoneError(rest.line, `The record has ${octets.length} octets, not ${high * 256 + low}.`)
  return octets
}

/** The longest data of a record, in octets (RFC 1035, section 3.2.1). */
const LONGEST_DATA = 65_535
const tooLong = (line: number): ZoneError =>
  new ZoneError(line, `The data of a record has at most ${LONGEST_DATA} octets.`)

/** Reads the data of a record: to wire format, from its fields or from the generic form of RFC 3597. */
export const readData = (mnemonic: string, rest: Rest): Uint8Array => {
  const fields = TYPES[mnemonic]?.fields
  const [first] = rest.words
  if (first?.text === '\\#' && !first.isQuoted) return genericOctets(rest)
  if (fields === undefined)
    throw new ZoneError(rest.line, `Write the data of ${mnemonic} in the generic form of RFC 3597, as in: \\# 2 0A0B.`)
  if (rest.words.length > LONGEST_DATA) throw tooLong(rest.line)
  const octets = join(fields.map((field) => field(rest)))
  if (octets.length > LONGEST_DATA) throw tooLong(rest.line)
  const [more] = rest.words
  if (more !== undefined)
    throw new ZoneError(more.line, `Nothing can follow the data of the record, but '${more.text.slice(0, 60)}' does.`)
  return octets
}

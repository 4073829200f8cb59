import { type FieldKind, recordTypeNumber, recordTypeOf } from '@netbox/core/dns'
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

/** Writes the number of a record type. */
const type = number(2, recordTypeNumber)

const types = (rest: Rest): Uint8Array =>
  typeBitmap(
    rest.words.splice(0).map((word) => {
      const found = recordTypeNumber(word.text)
      if (found === undefined) throw fail(word, word.text, 'a record type')
      return found
    }),
  )

/** How zone files have each kind of field, as functions that write it in wire format. */
const READERS: Readonly<Record<FieldKind, (rest: Rest) => Uint8Array>> = {
  u8,
  u16,
  u32,
  seconds: time,
  algorithm,
  type,
  instant,
  name,
  mailbox: name,
  ipv4: address('A'),
  ipv6: address('AAAA'),
  string,
  strings,
  tag,
  text: plainText,
  hex,
  base64,
  types,
  parameters,
  location,
  salt,
  hash: hashed,
  eui48: digits(12),
  eui64: digits(16),
}

/** Returns whether records of a type with a mnemonic have only the generic form of RFC 3597 here. */
export const hasOnlyGenericForm = (mnemonic: string): boolean => {
  const known = recordTypeOf(mnemonic)
  return known !== undefined && known.fields === undefined
}

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
  const fields = recordTypeOf(mnemonic)?.fields
  const [first] = rest.words
  if (first?.text === '\\#' && !first.isQuoted) return genericOctets(rest)
  if (fields === undefined)
    throw new ZoneError(rest.line, `Write the data of ${mnemonic} in the generic form of RFC 3597, as in: \\# 2 0A0B.`)
  if (rest.words.length > LONGEST_DATA) throw tooLong(rest.line)
  const octets = join(Object.values(fields).map((kind) => READERS[kind](rest)))
  if (octets.length > LONGEST_DATA) throw tooLong(rest.line)
  const [more] = rest.words
  if (more !== undefined)
    throw new ZoneError(more.line, `Nothing can follow the data of the record, but '${more.text.slice(0, 60)}' does.`)
  return octets
}

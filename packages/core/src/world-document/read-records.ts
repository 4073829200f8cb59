import { WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import { clip } from '../errors/world-errors.ts'
import type { StatedRecords } from '../world/facts.ts'
import { isDeep, zoneOf } from '../foundation/names.ts'
import {
  entriesOf,
  type Field,
  fieldOf,
  hostAddressOf,
  knownFields,
  listOf,
  nameOf,
  numberOf,
  requiredText,
} from './document-fields.ts'
import type { WorldRecords } from './world-document.ts'

/** The longest time to live (RFC 2181, section 8), and the largest 16-bit and 32-bit numbers. */
const [LONGEST, WORD, LONG] = [0x7fff_ffff, 65_535, 0xffff_ffff]
const DEFAULT_TTL = 3600
const LONGEST_TEXT = 4096
// Control characters, which terminals would interpret.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/

const TYPES = [
  'A',
  'AAAA',
  'CAA',
  'CNAME',
  'MX',
  'NS',
  'SOA',
  'SRV',
  'TLSA',
  'TXT',
] as const satisfies (keyof WorldRecords)[]

/** The records of a name, as facts and in the canonical form of the document. */
export interface ReadRecords {
  readonly stated: StatedRecords
  readonly document: WorldRecords
}

interface Item {
  readonly ttl: number
  /** The time to live, if the document states one. */
  readonly said: { readonly ttl?: number }
}

const ttlOf = (field: Field): Item => {
  const { value } = field
  if (value === undefined) return { ttl: DEFAULT_TTL, said: {} }
  const ttl = numberOf(field, LONGEST)
  return { ttl, said: { ttl } }
}

/** Reads a record that is one text, with or without its time to live. */
const plain = <Value>(field: Field, key: string, read: (field: Field) => Value): Item & { readonly data: Value } => {
  if (typeof field.value === 'string') return { data: read(field), ttl: DEFAULT_TTL, said: {} }
  knownFields(field, [key, 'ttl'])
  return { data: read(fieldOf(field, key)), ...ttlOf(fieldOf(field, 'ttl')) }
}

/** Reads the name of a host, or the root: a null MX (RFC 7505), or a service that is not available (RFC 2782). */
const hostOrNone = (field: Field): string => (field.value === '.' ? '.' : host(field))
const host = (field: Field): string => nameOf(requiredText(field), field.path)

const text = (field: Field): string => {
  const value = requiredText(field)
  if (value.length > LONGEST_TEXT || CONTROLS.test(value))
    throw new WorldDocumentError(
      field.path,
      `Expected a text of at most ${LONGEST_TEXT} characters, without control characters.`,
    )
  return value
}

/** Writes a record as plain text if it states no time to live. */
const short = <Key extends string>(key: Key, { data, said }: Item & { readonly data: string }) =>
  said.ttl === undefined ? data : ({ [key]: data, ...said } as { [Name in Key]: string } & { ttl: number }) // The cast is safe: the object has the key `key`.

/** Reads a list of records that each consist of one text. */
const plainList = <Key extends string>(
  records: Field,
  type: keyof WorldRecords,
  key: Key,
  read: (field: Field) => string,
) => {
  const items = listOf(fieldOf(records, type))?.map((item) => plain(item, key, read))
  return items === undefined
    ? undefined
    : {
        stated: items.map(({ data, ttl }) => ({ [key]: data, ttl }) as { [Name in Key]: string } & { ttl: number }), // The cast is safe, as above.
        document: items.map((item) => short(key, item)),
      }
}

const readMx = (records: Field) => {
  const items = listOf(fieldOf(records, 'MX'))?.map((item) => {
    knownFields(item, ['priority', 'exchange', 'ttl'])
    const { ttl, said } = ttlOf(fieldOf(item, 'ttl'))
    const record = {
      priority: numberOf(fieldOf(item, 'priority'), WORD),
      exchange: hostOrNone(fieldOf(item, 'exchange')),
    }
    return { stated: { ...record, ttl }, document: { ...record, ...said } }
  })
  if (items !== undefined && items.length > 1 && items.some(({ stated }) => stated.exchange === '.'))
    throw new WorldDocumentError(
      [...records.path, 'MX'],
      'A null MX is the only MX record of a name (RFC 7505, section 3), but others are listed too.',
    )
  // Senders try the lowest preference first; equal preferences are sorted by name, so that all tools use one order.
  return items?.toSorted(
    ({ stated: one }, { stated: other }) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
  )
}

const TAG = /^[a-z0-9]{1,255}$/

const readCaa = (records: Field) =>
  listOf(fieldOf(records, 'CAA'))?.map((item) => {
    if (typeof item.value === 'string' || fieldOf(item, 'tag').value === undefined) {
      const read = plain(item, 'issue', text)
      return { stated: { flags: 0, tag: 'issue', value: read.data, ttl: read.ttl }, document: short('issue', read) }
    }
    knownFields(item, ['tag', 'value', 'flags', 'ttl'])
    const [tagField, flagsField] = [fieldOf(item, 'tag'), fieldOf(item, 'flags')]
    const tag = requiredText(tagField).toLowerCase()
    if (!TAG.test(tag)) throw wrongType(tagField.path, 'a tag of letters and digits', clip(tag))
    const flags = flagsField.value === undefined ? 0 : numberOf(flagsField, 255)
    const value = text(fieldOf(item, 'value'))
    const { ttl, said } = ttlOf(fieldOf(item, 'ttl'))
    const isPlain = tag === 'issue' && flags === 0
    return {
      stated: { flags, tag, value, ttl },
      document: isPlain
        ? short('issue', { data: value, ttl, said })
        : { tag, value, ...(flags === 0 ? {} : { flags }), ...said },
    }
  })

const readSrv = (records: Field) =>
  listOf(fieldOf(records, 'SRV'))?.map((item) => {
    knownFields(item, ['priority', 'weight', 'port', 'host', 'ttl'])
    const { ttl, said } = ttlOf(fieldOf(item, 'ttl'))
    const number = (name: string) => numberOf(fieldOf(item, name), WORD)
    const record = {
      priority: number('priority'),
      weight: number('weight'),
      port: number('port'),
      host: hostOrNone(fieldOf(item, 'host')),
    }
    return { stated: { ...record, ttl }, document: { ...record, ...said } }
  })

// An escape: an octet, or a character that is no digit (RFC 1035, section 5.1).
const STRING = /^(?:[^\\]|\\(?:\D|[01]\d\d|2[0-4]\d|25[0-5])){0,255}$/

const stringOf = (field: Field): string => {
  const string = text(field)
  if (!STRING.test(string))
    throw wrongType(field.path, 'a string of at most 255 octets with escapes such as \\255', clip(string))
  return string
}

/** Joins strings into one text. Octets that are no characters of ASCII keep their escapes. */
const joined = (strings: readonly string[]): string =>
  strings.join('').replaceAll(/\\(?:(\d{3})|(.))/g, (escape, octet: string | undefined, sign: string | undefined) => {
    const code = Number(octet)
    return sign ?? (code > 31 && code < 127 ? String.fromCharCode(code) : escape)
  })

const readTxt = (records: Field) =>
  listOf(fieldOf(records, 'TXT'))?.map((item) => {
    const isPlain = typeof item.value === 'string' || fieldOf(item, 'strings').value === undefined
    if (isPlain) {
      const read = plain(item, 'value', text)
      return { stated: { value: read.data, ttl: read.ttl }, document: short('value', read) }
    }
    knownFields(item, ['strings', 'ttl'])
    const { ttl, said } = ttlOf(fieldOf(item, 'ttl'))
    const strings = (listOf(fieldOf(item, 'strings')) ?? []).map(stringOf)
    if (strings.length === 0) throw wrongType([...item.path, 'strings'], 'at least one string', strings)
    return { stated: { value: joined(strings), strings, ttl }, document: { strings, ...said } }
  })

const hexOf = (field: Field): string => {
  const digits = requiredText(field).toLowerCase()
  if (!/^(?:[\da-f]{2}){0,4096}$/.test(digits)) throw wrongType(field.path, 'hexadecimal digits', clip(digits))
  return digits
}

const readTlsa = (records: Field) =>
  listOf(fieldOf(records, 'TLSA'))?.map((item) => {
    knownFields(item, ['usage', 'selector', 'matchingType', 'data', 'ttl'])
    const { ttl, said } = ttlOf(fieldOf(item, 'ttl'))
    const number = (name: string) => numberOf(fieldOf(item, name), 255)
    const record = {
      usage: number('usage'),
      selector: number('selector'),
      matchingType: number('matchingType'),
      data: hexOf(fieldOf(item, 'data')),
    }
    return { stated: { ...record, ttl }, document: { ...record, ...said } }
  })

// By number: types with fields of their own here, PTR, and those that netbox computes from the keys and delegations of its zones.
const OWN: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  39: 'DNAME',
  41: 'OPT',
  43: 'DS',
  46: 'RRSIG',
  47: 'NSEC',
  48: 'DNSKEY',
  50: 'NSEC3',
  51: 'NSEC3PARAM',
  52: 'TLSA',
  59: 'CDS',
  60: 'CDNSKEY',
  257: 'CAA',
}

/** Returns the number of a type in the form `TYPE65280`; undefined for any other field, and for types of questions (RFC 6895). */
const otherType = (name: string, path: Field['path']): number | undefined => {
  const number = Number(/^TYPE([1-9]\d{0,4})$/.exec(name)?.[1] ?? Number.NaN)
  if (!(number < WORD) || (number > 127 && number < 256)) return undefined
  const own = OWN[number]
  if (own === undefined) return number
  throw new WorldDocumentError(path, `${own} records can't be listed by number.`)
}

/** Reads the records of types that no tool reads, by number. */
const readOthers = (records: Field) => {
  const found = entriesOf(records).flatMap(([name, field]) => {
    const type = otherType(name, field.path)
    const items = type === undefined ? undefined : listOf(field)?.map((item) => plain(item, 'data', hexOf))
    return type === undefined || items === undefined ? [] : [{ type, items }]
  })
  return found.toSorted((one, other) => one.type - other.type)
}

const MAILBOX = /^[^\s@]{1,64}@[^\s@]+$/

const readSoa = (field: Field) => {
  if (field.value === undefined) return undefined
  knownFields(field, ['primary', 'mailbox', 'serial', 'refresh', 'retry', 'expire', 'minimum', 'ttl'])
  const mailboxField = fieldOf(field, 'mailbox')
  const mailbox = requiredText(mailboxField).trim().toLowerCase()
  if (!MAILBOX.test(mailbox)) throw wrongType(mailboxField.path, 'an email address', mailbox)
  const number = (name: string) => numberOf(fieldOf(field, name), LONG)
  return {
    primary: host(fieldOf(field, 'primary')),
    mailbox,
    serial: number('serial'),
    refresh: number('refresh'),
    retry: number('retry'),
    expire: number('expire'),
    minimum: number('minimum'),
    ...ttlOf(fieldOf(field, 'ttl')).said,
  }
}

const requireSome = (records: Field, type: keyof WorldRecords, count: number | undefined): void => {
  if (count === 0)
    throw new WorldDocumentError(
      [...records.path, type],
      `Expected at least one record. Leave ${type} out to let the seed decide.`,
    )
}

/** Throws for an SOA record at a name that is not the top of a zone. NS records below the top of a zone delegate a zone. */
const requireOfZone = (records: Field, name: string): void => {
  const [ns, soa] = [fieldOf(records, 'NS'), fieldOf(records, 'SOA')]
  if (ns.value !== undefined && name.startsWith('*.'))
    throw new WorldDocumentError(ns.path, 'A wildcard has no NS records (RFC 4592, section 4.2).')
  if (soa.value !== undefined && ns.value === undefined && zoneOf(name) !== name)
    throw new WorldDocumentError(
      soa.path,
      `SOA records belong to a zone. List them under ${zoneOf(name)}, or list the NS records of ${name} too.`,
    )
}

const requireAlone = (records: Field, name: string): void => {
  if (fieldOf(records, 'CNAME').value === undefined) return
  const path = [...records.path, 'CNAME']
  const other = entriesOf(records).find(([type, { value }]) => type !== 'CNAME' && value !== undefined)?.[0]
  if (other !== undefined)
    throw new WorldDocumentError(
      path,
      `An alias has no other records (RFC 1034, section 3.6.2), but ${other} is listed too.`,
    )
  if (zoneOf(name) === name)
    throw new WorldDocumentError(
      path,
      'The top of a zone cannot be an alias: its SOA and NS records are there (RFC 1034, section 3.6.2).',
    )
}

/** Gives the records of a set their lowest time to live, as servers do (RFC 2181, section 5.2). */
const inSet = <Record extends { readonly ttl: number }>(records: readonly Record[] | undefined) => {
  const ttl = Math.min(...(records ?? []).map((record) => record.ttl))
  return records?.map((record) => ({ ...record, ttl }))
}

/** Drops undefined values. */
const present = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Reads the records that a document states for a name. */
export const readRecords = (records: Field, name: string): ReadRecords => {
  const others = readOthers(records)
  knownFields(records, [...TYPES, ...others.map(({ type }) => `TYPE${type}`)])
  requireAlone(records, name)
  requireOfZone(records, name)
  const a = plainList(records, 'A', 'address', (field) => hostAddressOf(requiredText(field), field.path, 'IPv4'))
  const aaaa = plainList(records, 'AAAA', 'address', (field) => hostAddressOf(requiredText(field), field.path, 'IPv6'))
  const caa = readCaa(records)
  const ns = plainList(records, 'NS', 'host', host)
  const [mx, srv, tlsa, txt] = [readMx(records), readSrv(records), readTlsa(records), readTxt(records)]
  const soa = readSoa(fieldOf(records, 'SOA'))
  const aliasField = fieldOf(records, 'CNAME')
  const alias = aliasField.value === undefined ? undefined : plain(aliasField, 'target', host)
  requireSome(records, 'NS', ns?.stated.length)
  const stated: StatedRecords = present({
    A: inSet(a?.stated),
    AAAA: inSet(aaaa?.stated),
    CAA: inSet(caa?.map((record) => record.stated)),
    CNAME: alias === undefined ? undefined : [{ target: alias.data, ttl: alias.ttl }],
    MX: inSet(mx?.map((record) => record.stated)),
    NS: inSet(ns?.stated),
    SOA: soa === undefined ? undefined : [soa],
    SRV: inSet(srv?.map((record) => record.stated)),
    TLSA: inSet(tlsa?.map((record) => record.stated)),
    others:
      others.length === 0
        ? undefined
        : new Map(others.map(({ type, items }) => [type, inSet(items.map(({ data, ttl }) => ({ data, ttl }))) ?? []])),
    TXT: inSet(txt?.map((record) => record.stated)),
  })
  const document: WorldRecords = present({
    A: a?.document,
    AAAA: aaaa?.document,
    CAA: caa?.map((record) => record.document),
    CNAME: alias === undefined ? undefined : short('target', alias),
    MX: mx?.map((record) => record.document),
    NS: ns?.document,
    SOA: soa,
    SRV: srv?.map((record) => record.document),
    TLSA: tlsa?.map((record) => record.document),
    ...Object.fromEntries(others.map(({ type, items }) => [`TYPE${type}`, items.map((item) => short('data', item))])),
    TXT: txt?.map((record) => record.document),
  })
  return { stated, document }
}

const NO_ADDRESSES: StatedRecords = { A: [], AAAA: [] }

/**
 * Completes the records of a name: if the document states that the name has no IPv4 address, it has no IPv6 address either. A name deep in
 * a zone has only stated addresses.
 */
export const withConsequences = (name: string, records: StatedRecords, isTarget: boolean): StatedRecords => {
  if (records.CNAME !== undefined) return records
  if (records.A?.length === 0) return { AAAA: [], ...records }
  return isDeep(name) && !isTarget && records.A === undefined ? { ...NO_ADDRESSES, ...records } : records
}

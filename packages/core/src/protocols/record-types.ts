/** The kinds of fields with a number. */
export type NumberKind = 'u8' | 'u16' | 'u32' | 'seconds' | 'algorithm' | 'type' | 'instant'

/**
 * The kinds of fields that documents and tools have as values. `string` and `tag` begin with their length; `text` and `hex` end with the data.
 */
type ReadKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'seconds'
  | 'name'
  | 'mailbox'
  | 'ipv4'
  | 'ipv6'
  | 'string'
  | 'tag'
  | 'text'
  | 'hex'

/** The kinds of fields in the data of records. `base64`, `strings`, `types` and `parameters` end with the data too. */
export type FieldKind =
  | NumberKind
  | ReadKind
  | 'strings'
  | 'base64'
  | 'types'
  | 'parameters'
  | 'location'
  | 'salt'
  | 'hash'
  | 'eui48'
  | 'eui64'

/** A codec of fields: its entries by kind, at least for all kinds that `read` declares. */
export type ByKind<Entry> = Readonly<Record<ReadKind, Entry> & Partial<Record<FieldKind, Entry>>>

/** A type of records (IANA, DNS parameters). */
export interface RecordTypeDefinition {
  readonly number: number
  /** The fields in the order of the wire format; undefined for a type that has only the generic form here (RFC 3597). */
  readonly fields?: Readonly<Record<string, FieldKind>>
  /** Whether netbox computes the records of the type from its keys, delegations and addresses, so that no document lists them. */
  readonly isComputed?: true
  /** Whether world documents and tools have the fields. Documents list the records of other types by number, in hexadecimal digits. */
  readonly isRead?: true
}

/** Declares a type whose fields documents and tools have, and whose records documents list. */
const read = <const Fields extends Readonly<Record<string, ReadKind>>>(number: number, fields: Fields) => ({
  number,
  fields,
  isRead: true as const,
})

/** Declares a type whose records netbox computes. */
const computed = <const Fields extends Readonly<Record<string, FieldKind>>>(number: number, fields: Fields) => ({
  number,
  fields,
  isComputed: true as const,
})

const key = { flags: 'u16', protocol: 'u8', algorithm: 'algorithm', key: 'base64' } as const
const digest = { tag: 'u16', algorithm: 'algorithm', digestType: 'u8', digest: 'hex' } as const
const association = { usage: 'u8', selector: 'u8', matchingType: 'u8', data: 'hex' } as const
const signature = {
  covered: 'type',
  algorithm: 'algorithm',
  labels: 'u8',
  originalTtl: 'u32',
  expiration: 'instant',
  inception: 'instant',
  keyTag: 'u16',
  signer: 'name',
  signature: 'base64',
} as const
const service = { priority: 'u16', target: 'name', parameters: 'parameters' } as const

/**
 * The types of records, by mnemonic. The records of tools, documents, zone files, messages and the resolver follow from this table. A type without
 * fields is read in the generic form of RFC 3597 only.
 */
export const recordTypes = {
  A: read(1, { address: 'ipv4' }),
  NS: read(2, { host: 'name' }),
  MD: { number: 3, fields: { host: 'name' } },
  MF: { number: 4, fields: { host: 'name' } },
  CNAME: read(5, { target: 'name' }),
  SOA: read(6, {
    primary: 'name',
    mailbox: 'mailbox',
    serial: 'u32',
    refresh: 'seconds',
    retry: 'seconds',
    expire: 'seconds',
    minimum: 'seconds',
  }),
  MB: { number: 7, fields: { host: 'name' } },
  MG: { number: 8, fields: { member: 'name' } },
  MR: { number: 9, fields: { mailbox: 'name' } },
  WKS: { number: 11 },
  PTR: { number: 12, fields: { host: 'name' }, isComputed: true, isRead: true },
  HINFO: { number: 13, fields: { cpu: 'string', os: 'string' } },
  MINFO: { number: 14, fields: { responsible: 'name', errors: 'name' } },
  MX: read(15, { priority: 'u16', exchange: 'name' }),
  TXT: { number: 16, fields: { strings: 'strings' }, isRead: true },
  RP: { number: 17, fields: { mailbox: 'name', texts: 'name' } },
  AFSDB: { number: 18, fields: { subtype: 'u16', host: 'name' } },
  X25: { number: 19, fields: { address: 'string' } },
  ISDN: { number: 20, fields: { strings: 'strings' } },
  RT: { number: 21, fields: { preference: 'u16', host: 'name' } },
  NSAP: { number: 22 },
  'NSAP-PTR': { number: 23, fields: { owner: 'name' } },
  SIG: computed(24, signature),
  KEY: { number: 25, fields: key },
  PX: { number: 26, fields: { preference: 'u16', map822: 'name', mapx400: 'name' } },
  GPOS: { number: 27, fields: { longitude: 'string', latitude: 'string', altitude: 'string' } },
  AAAA: read(28, { address: 'ipv6' }),
  LOC: { number: 29, fields: { location: 'location' } },
  NXT: { number: 30 },
  EID: { number: 31 },
  NIMLOC: { number: 32 },
  SRV: read(33, { priority: 'u16', weight: 'u16', port: 'u16', host: 'name' }),
  ATMA: { number: 34 },
  NAPTR: {
    number: 35,
    fields: {
      order: 'u16',
      preference: 'u16',
      flags: 'string',
      services: 'string',
      expression: 'string',
      replacement: 'name',
    },
  },
  KX: { number: 36, fields: { preference: 'u16', exchanger: 'name' } },
  CERT: { number: 37, fields: { type: 'u16', keyTag: 'u16', algorithm: 'algorithm', certificate: 'base64' } },
  A6: { number: 38 },
  DNAME: read(39, { target: 'name' }),
  SINK: { number: 40 },
  APL: { number: 42 },
  DS: computed(43, digest),
  SSHFP: { number: 44, fields: { algorithm: 'u8', digestType: 'u8', digest: 'hex' } },
  IPSECKEY: { number: 45 },
  RRSIG: computed(46, signature),
  NSEC: computed(47, { next: 'name', types: 'types' }),
  DNSKEY: computed(48, key),
  DHCID: { number: 49, fields: { data: 'base64' } },
  NSEC3: computed(50, {
    hashAlgorithm: 'u8',
    flags: 'u8',
    iterations: 'u16',
    salt: 'salt',
    next: 'hash',
    types: 'types',
  }),
  NSEC3PARAM: computed(51, { hashAlgorithm: 'u8', flags: 'u8', iterations: 'u16', salt: 'salt' }),
  TLSA: read(52, association),
  SMIMEA: { number: 53, fields: association },
  HIP: { number: 55 },
  NINFO: { number: 56, fields: { strings: 'strings' } },
  RKEY: { number: 57, fields: key },
  TALINK: { number: 58, fields: { previous: 'name', next: 'name' } },
  CDS: computed(59, digest),
  CDNSKEY: computed(60, key),
  OPENPGPKEY: { number: 61, fields: { key: 'base64' } },
  CSYNC: { number: 62, fields: { serial: 'u32', flags: 'u16', types: 'types' } },
  ZONEMD: { number: 63, fields: { serial: 'u32', scheme: 'u8', hashAlgorithm: 'u8', digest: 'hex' } },
  SVCB: { number: 64, fields: service },
  HTTPS: { number: 65, fields: service },
  DSYNC: { number: 66, fields: { type: 'type', scheme: 'u8', port: 'u16', target: 'name' } },
  SPF: { number: 99, fields: { strings: 'strings' } },
  NID: { number: 104 },
  L32: { number: 105, fields: { preference: 'u16', locator: 'ipv4' } },
  L64: { number: 106 },
  LP: { number: 107, fields: { preference: 'u16', host: 'name' } },
  EUI48: { number: 108, fields: { address: 'eui48' } },
  EUI64: { number: 109, fields: { address: 'eui64' } },
  URI: { number: 256, fields: { priority: 'u16', weight: 'u16', target: 'text' } },
  CAA: read(257, { flags: 'u8', tag: 'tag', value: 'text' }),
  AVC: { number: 258, fields: { strings: 'strings' } },
  DOA: { number: 259 },
  AMTRELAY: { number: 260 },
  RESINFO: { number: 261, fields: { strings: 'strings' } },
  WALLET: { number: 262, fields: { strings: 'strings' } },
  CLA: { number: 263, fields: { strings: 'strings' } },
  IPN: { number: 264 },
  TA: { number: 32_768, fields: digest },
  DLV: { number: 32_769, fields: digest },
} as const satisfies Readonly<Record<string, RecordTypeDefinition>>

type Table = typeof recordTypes

/** The mnemonic of a type of records. */
export type Mnemonic = keyof Table

/** A record type that a world supports: tools and documents have its fields. */
export type RecordType = {
  [Type in Mnemonic]: Table[Type] extends { readonly isRead: true } ? Type : never
}[Mnemonic]

/** The values of fields in documents, tools and libraries: numbers as numbers, all others as text. */
type ValuesOf<Fields> = {
  readonly [Field in keyof Fields]: Fields[Field] extends NumberKind ? number : string
}

/** The fields of the records of a type, as its table line has them. */
export type FieldsOf<Type extends RecordType> = ValuesOf<Table[Type]['fields']>

const byNumber: ReadonlyMap<number, string> = new Map(
  Object.entries(recordTypes).map(([mnemonic, { number }]) => [number, mnemonic]),
)

/** Returns the definition of a type by its mnemonic in capitals; undefined for any other text. */
export const recordTypeOf = (mnemonic: string): RecordTypeDefinition | undefined =>
  Object.hasOwn(recordTypes, mnemonic) ? recordTypes[mnemonic as Mnemonic] : undefined // The cast is safe: the table has this key.

/**
 * Returns the name of a record type: its mnemonic, or its number as in RFC 3597, section 5.
 *
 * @example
 * recordTypeName(65) // => 'HTTPS'
 * recordTypeName(65_280) // => 'TYPE65280'
 */
export const recordTypeName = (number: number): string => byNumber.get(number) ?? `TYPE${number}`

// OPT, and the types of questions, such as ANY (RFC 6895, section 3.1).
const isQuestion = (number: number): boolean => number === 0 || number === 41 || (number > 127 && number < 256)

/**
 * Returns the number of a type of records, in any case of letters; undefined for any other text, and for types of questions.
 *
 * @example
 * recordTypeNumber('https') // => 65
 * recordTypeNumber('TYPE65280') // => 65280
 * recordTypeNumber('ANY') // => undefined
 */
export const recordTypeNumber = (text: string): number | undefined => {
  const mnemonic = text.toUpperCase()
  const digits = /^TYPE(\d{1,5})$/.exec(mnemonic)?.[1]
  const number = digits === undefined ? recordTypeOf(mnemonic)?.number : Number(digits)
  return number === undefined || number > 65_535 || isQuestion(number) ? undefined : number
}

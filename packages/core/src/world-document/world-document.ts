import { WorldDocumentError } from '../errors/document-errors.ts'
import type { Schema } from '../schema/schema.ts'
import {
  type ByKind,
  type FieldKind,
  type FieldsOf,
  type RecordType,
  type RecordTypeDefinition,
  recordTypes,
} from '../protocols/record-types.ts'
import { blockLists } from '../world/names/block-lists.ts'
import { hostFields, machineFields, smtpFields, zoneFields } from '../world/document-fields.ts'
import {
  addressOf,
  blockListOf,
  characterString,
  domainScenario,
  hostOf,
  mailboxOf,
  nameOf,
  ownerOf,
  recordAddress,
  targetOf,
  targetOrRoot,
} from './document-values.ts'
import { statedHttp } from './http.ts'
import { dnsRules, mailRules } from './rules.ts'
import {
  byDefault,
  described,
  list,
  map,
  nullable,
  object,
  oneOf,
  orEmpty,
  orWith,
  refined,
  type Shape,
  short,
  type Stated,
  text,
  trueOrFalse,
  wholeNumber,
} from '../schema/shape.ts'

// The form of world documents, stated once: types, JSON Schema, canonical form and errors follow from it. Contradictions are in
// read-world.ts.

const LONGEST_TEXT = 4096
const lower = (shape: Shape<string>) => refined(shape, (value) => value.trim().toLowerCase())

const [octet, word, long] = [wholeNumber(255), wholeNumber(65_535), wholeNumber(0xffff_ffff)]
// The longest time to live (RFC 2181, section 8).
const seconds = wholeNumber(0x7fff_ffff)
const ttl = described('Seconds; default 3600.', seconds)
const printable = text(
  `a text of at most ${LONGEST_TEXT} characters without control characters`,
  LONGEST_TEXT,
  // Terminals would interpret control characters.
  /^[^\u0000-\u001f\u007f-\u009f]*$/,
)
const name = (title: string) => text(title, LONGEST_TEXT)
const host = refined(name('the name of a host'), nameOf)
const server = refined(name('a name'), targetOf)
const target = refined(name('a name, or a dot for none'), targetOrRoot)
const hexadecimal = lower(text('hexadecimal digits', 8192, /^(?:[\dA-Fa-f]{2})*$/))
// An escape: an octet, or a character that is no digit (RFC 1035, section 5.1).
const string = refined(
  text(
    'a string of at most 255 octets with escapes such as \\255',
    LONGEST_TEXT,
    /^(?:[^\\\u0000-\u001f\u007f-\u009f]|\\(?:[^\d\u0000-\u001f\u007f-\u009f]|[01]\d\d|2[0-4]\d|25[0-5])){0,255}$/,
  ),
  characterString,
)

const mailbox = refined(text('an email address', 320, /^\s*[!-?A-~]{1,63}@[^\s@]+\s*$/), mailboxOf)
const v4 = refined(name('an IPv4 address'), recordAddress('IPv4'))
const v6 = refined(name('an IPv6 address'), recordAddress('IPv6'))
const tag = lower(text('a tag of letters and digits', 255, /^[A-Za-z\d]+$/))

/** The forms of the fields of records. */
const fieldShapes: ByKind<Shape<unknown>> = {
  u8: octet,
  u16: word,
  u32: long,
  seconds,
  name: target,
  mailbox,
  ipv4: v4,
  ipv6: v6,
  string,
  tag,
  text: printable,
  hex: hexadecimal,
}

const caa = refined(
  orWith(
    short('issue', printable, { ttl }),
    'tag',
    object({ tag, value: printable }, { flags: byDefault(0, octet), ttl }),
  ),
  (rule) => {
    if (typeof rule === 'string' || !('tag' in rule) || rule.tag !== 'issue' || rule.flags !== undefined) return rule
    return rule.ttl === undefined ? rule.value : { issue: rule.value, ttl: rule.ttl }
  },
)

// Senders try the lowest preference first; equal preferences are sorted by name, so that all tools use one order.
const exchanges = refined(list(object({ priority: word, exchange: target }, { ttl })), (records, path) => {
  if (records.length > 1 && records.some(({ exchange }) => exchange === '.'))
    throw new WorldDocumentError(
      path,
      'A null MX is the only MX record of a name (RFC 7505, section 3), but others are listed too.',
    )
  return records.toSorted((one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1))
})

const times = { serial: long, refresh: long, retry: long, expire: long, minimum: long }

/** The forms of records that are more than a list of their fields: they have a short form, an order or other rules. */
const recordShapes = {
  A: described(
    "Under a wildcard, `from-name` stands for the address in the name. `client`, also as TXT, stands for the client's address.",
    list(short('address', v4, { ttl })),
  ),
  AAAA: list(short('address', v6, { ttl })),
  CAA: described('The authority that may issue certificates, or a rule with a tag (RFC 8659).', list(caa)),
  CNAME: described('An alias has no other records (RFC 1034, section 3.6.2).', short('target', target, { ttl })),
  DNAME: described(
    'All names below this one are aliases of the same names below the target (RFC 6672).',
    short('target', target, { ttl }),
  ),
  MX: described('A single record with the exchange `.` says: no mail here (RFC 7505).', exchanges),
  NS: described(
    'The nameservers of a zone, the primary first.',
    list(short('host', server, { ttl }), 1, ' Leave NS out to let the seed decide.'),
  ),
  SOA: object({ primary: target, mailbox, ...times }, { ttl: described('Seconds; by default, the minimum.', seconds) }),
  TXT: list(
    orWith(
      short('value', printable, { ttl }),
      'strings',
      object({ strings: described('With the escapes of zone files.', list(string, 1)) }, { ttl }),
    ),
  ),
}

/** The types whose records documents list field by field. */
type PlainType = Exclude<RecordType, keyof typeof recordShapes | 'PTR'>
type PlainShapes = { readonly [Type in PlainType]: Shape<readonly (FieldsOf<Type> & { readonly ttl?: number })[]> }

/** Returns the form of the records of a type by its line in the table of types. */
const plainShape = (fields: Readonly<Record<string, FieldKind>>): Shape<unknown> => {
  const shapes = Object.entries(fields).map(([field, kind]) => [field, fieldShapes[kind] ?? printable] as const)
  return list(object(Object.fromEntries(shapes), { ttl }))
}

const ownShapes: ReadonlyMap<string, Shape<unknown>> = new Map(Object.entries(recordShapes))
const shapesByType = Object.entries<RecordTypeDefinition>(recordTypes).flatMap(
  ([type, { fields = {}, isRead = false, isComputed = false }]) =>
    isRead && !isComputed ? [[type, ownShapes.get(type) ?? plainShape(fields)] as const] : [],
)

const records = object(
  {},
  // The cast is safe: each type has the form that these types describe.
  Object.fromEntries(shapesByType.toSorted(([one], [other]) => (one < other ? -1 : 1))) as typeof recordShapes &
    PlainShapes,
  { pattern: /^TYPE[1-9]\d{0,4}$/, shape: list(short('data', hexadecimal, { ttl })) },
)

/**
 * The stated records of a name. If records of a type are stated, the name has only these of the type; records of other types follow from
 * the seed. Records of types without a field have their number, as in `TYPE65`, and their data in hexadecimal digits (RFC 3597).
 */
export interface WorldRecords extends Stated<typeof records> {
  readonly [type: `TYPE${number}`]: readonly (string | { readonly data: string; readonly ttl?: number })[] | undefined
}

// A name with an empty list of records exists.
const namedRecords: Shape<WorldRecords> = { ...records, read: (value, path) => records.read(value, path) ?? {} }

const keyName = refined(name('the name of a key'), targetOf)
const keyNames = list(keyName, 1)
const anybody = oneOf('list of keys, nor a word for all clients', 'any')
const transferRight: Shape<'any' | readonly string[]> = {
  schema: { anyOf: [anybody.schema, keyNames.schema] },
  read: (value, path) => (Array.isArray(value) ? keyNames : anybody).read(value, path),
}

const domainFields = {
  records: namedRecords,
  complete: described(
    'Whether the records are the whole zone. Default: true with a zone file, else false.',
    byDefault(false, trueOrFalse),
  ),
  update: described('The keys that may change the zone while it is served (RFC 2136).', keyNames),
  transfer: described(
    'Who may transfer the complete zone: `any`, or clients with one of these keys (RFC 5936).',
    transferRight,
  ),
  secondaries: described(
    'The servers that learn of each change (RFC 1996): addresses, or `self` for your own machine.',
    list(
      refined(name("an IP address, or 'self'"), (given, path) => (given === 'self' ? given : addressOf(given, path))),
      1,
    ),
  ),
  ...zoneFields,
  scenario: described(
    'A scenario for this domain only: a name, a combination or a timeline.',
    refined(text('a scenario', 255), domainScenario),
  ),
}
const domain = object({}, domainFields)

/** The stated facts of a domain name. */
export interface WorldDomain extends Stated<typeof domain> {}

const machine = described(
  'The facts of the host. A host without any, `{}`, exists.',
  orEmpty(
    object(
      {},
      {
        smtp: object({}, { ...smtpFields, rules: mailRules }),
        http: described('The routes of the web server, and rules for its requests.', statedHttp),
        ...machineFields,
        ...hostFields,
      },
    ),
  ),
)

/** The stated facts of a host. */
export interface WorldHost extends Stated<typeof machine> {}

const listName = text('the zone or the name of a block list', LONGEST_TEXT)
const lists = list({
  ...refined(listName, blockListOf),
  schema: { ...listName.schema, examples: blockLists.map(({ zone }) => zone) },
})
const address = object(
  {},
  {
    listed: described(
      'The block lists that contain the address; none if the list is empty.',
      refined(lists, (zones) => [...new Set(zones)].toSorted()),
    ),
    ptr: described(
      'The host name in the PTR record, null for none. The name has this address, unless others are listed for it.',
      nullable(host),
    ),
  },
)

/** The stated facts of an address. */
export interface WorldAddress extends Stated<typeof address> {}

const sections = (domains: Shape<WorldDomain>) =>
  object(
    {},
    {
      domains: map(ownerOf, domains),
      hosts: map<WorldHost>(hostOf, machine),
      addresses: map<WorldAddress>(addressOf, address),
      lists: described(
        'Other zones in which block lists answer too, so that programs keep their configuration.',
        map(nameOf, refined(listName, blockListOf)),
      ),
      faults: dnsRules<WorldRecords>(namedRecords),
      known: described(
        'Whether the world has the known internet: the names, addresses and faults that programs expect of the real one.',
        byDefault(true, trueOrFalse),
      ),
      strict: described(
        'Whether only the names exist that the document or the known internet lists. All others get NXDOMAIN.',
        byDefault(false, trueOrFalse),
      ),
    },
  )

/** The form of world documents. */
export const worldDocument = sections(domain)

/**
 * The stated facts of a simulated internet. Other facts follow from the seed or from the stated facts.
 *
 * @example
 * const box = createToolbox({
 *   seed: 'k3f9',
 *   world: {
 *     domains: { 'shop.example': { records: { MX: [{ priority: 10, exchange: 'mx1.corp.example' }] } } },
 *     hosts: { 'mx1.corp.example': { smtp: { state: 'refused' } } },
 *   },
 * })
 * const run = await box.run('mx-record', 'shop.example')
 * run.result.records[0]?.exchange // => 'mx1.corp.example'
 * run.verdict.sentence // => 'No mail arrives at this domain.'
 */
export interface WorldDocument extends Stated<typeof worldDocument> {}

const LONGEST_SECRET = 1024

/** The form of a secret. Its errors never contain the secret. */
const secret: Shape<string> = {
  schema: { type: 'string', title: 'a secret in Base64', maxLength: LONGEST_SECRET, pattern: '^[A-Za-z\\d+/]+={0,2}$' },
  read: (value, path) => {
    if (
      typeof value === 'string' &&
      value.length <= LONGEST_SECRET &&
      /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(value) &&
      value !== ''
    )
      return value
    throw new WorldDocumentError(
      path,
      `A secret is Base64 of at most ${LONGEST_SECRET} characters. 'tsig-keygen' makes one.`,
    )
  },
}

const keys = described(
  'The keys of updates and transfers (TSIG, RFC 8945). They stay in the file: no run, link or response has them.',
  map(
    targetOf,
    object(
      {
        algorithm: oneOf(
          'TSIG algorithm',
          'hmac-md5',
          'hmac-sha1',
          'hmac-sha224',
          'hmac-sha256',
          'hmac-sha384',
          'hmac-sha512',
        ),
        secret,
      },
      {},
    ),
  ),
)

/** The keys of a world file, by name. */
export type WorldKeys = Stated<typeof keys>

/** Reads the keys of a world file. Throws a `WorldDocumentError`, which never has a secret. */
export const readWorldKeys = (value: unknown): WorldKeys => keys.read(value, ['keys']) ?? {}

const zone = described('A zone file (RFC 1035): its path, or its text.', text('a zone file', 1_000_000))
const $schema = 'https://json-schema.org/draft/2020-12/schema'

/** A schema with its own identifier. */
interface PublishedSchema<T> extends Schema<T> {
  readonly $id: string
  readonly $schema: string
}

/** The JSON Schema (draft 2020-12) of world documents, for clients. `readWorld` checks more: names, addresses and contradictions. */
export const worldSchema: PublishedSchema<WorldDocument> = {
  $id: 'urn:netbox:world-document',
  $schema,
  title: 'World document',
  ...worldDocument.schema,
}

const fileSections = sections(object({}, { zone, ...domainFields })).schema

/** The JSON Schema (draft 2020-12) of world files, for editors: world documents that may have zone files. */
export const worldFileSchema: PublishedSchema<unknown> = {
  $id: 'urn:netbox:world-file',
  $schema,
  title: 'World file',
  ...fileSections,
  properties: { keys: keys.schema, ...fileSections.properties },
}

import { blockLists } from '../world/names/block-lists.ts'

const strict = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
})
const integer = (maximum: number) => ({ type: 'integer', minimum: 0, maximum })
const [octet, word, long] = [integer(255), integer(65_535), integer(0xffff_ffff)]
const ttl = { ...integer(0x7fff_ffff), description: 'Seconds; default 3600.' }
const text = { type: 'string', maxLength: 4096 }
const plain = (field: string, value: object = text) => ({ anyOf: [value, strict({ [field]: value, ttl }, [field])] })
const list = (items: object, minItems = 0) => ({ type: 'array', items, minItems })
const map = (values: object) => ({ type: 'object', additionalProperties: values })

const hex = { type: 'string', pattern: '^(?:[0-9A-Fa-f]{2})*$', maxLength: 8192 }

const recordFields = strict({
  A: list(plain('address')),
  AAAA: list(plain('address')),
  CAA: list({
    anyOf: [...plain('issue').anyOf, strict({ tag: text, value: text, flags: octet, ttl }, ['tag', 'value'])],
  }),
  CNAME: plain('target'),
  MX: list(strict({ priority: word, exchange: text, ttl }, ['priority', 'exchange'])),
  NS: list(plain('host'), 1),
  SOA: strict(
    {
      primary: text,
      mailbox: text,
      serial: long,
      refresh: long,
      retry: long,
      expire: long,
      minimum: long,
      ttl: integer(0x7fff_ffff),
    },
    ['primary', 'mailbox', 'serial', 'refresh', 'retry', 'expire', 'minimum'],
  ),
  SRV: list(
    strict({ priority: word, weight: word, port: word, host: text, ttl }, ['priority', 'weight', 'port', 'host']),
  ),
  TLSA: list(
    strict({ usage: octet, selector: octet, matchingType: octet, data: hex, ttl }, [
      'usage',
      'selector',
      'matchingType',
      'data',
    ]),
  ),
  TXT: list({
    anyOf: [
      ...plain('value').anyOf,
      strict({ strings: { ...list(text, 1), description: 'With the escapes of zone files.' }, ttl }, ['strings']),
    ],
  }),
})

/** Records of other types by number (RFC 3597). */
const records = { ...recordFields, patternProperties: { '^TYPE[1-9][0-9]{0,4}$': list(plain('data', hex)) } }

const schemaOf = (title: string, moreOfDomains: object) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title,
  ...strict({
    domains: map(
      strict({
        records,
        complete: {
          type: 'boolean',
          description: 'Whether the stated records are the whole zone. Default: true with a zone file, else false.',
        },
        ...moreOfDomains,
        dns: { enum: ['nxdomain', 'servfail', 'timeout'] },
        scenario: { type: 'string', maxLength: 255 },
      }),
    ),
    hosts: map(
      strict({
        smtp: strict({ state: { enum: ['accepts', 'refuses', 'silent'] }, greylist: { type: 'boolean' } }),
        ports: map({ enum: ['open', 'closed', 'silent'] }),
        certificate: strict({ expires: text }, ['expires']),
      }),
    ),
    addresses: map(
      strict({
        listed: list({ type: 'string', examples: blockLists.map(({ zone }) => zone) }),
        ptr: { type: ['string', 'null'] },
      }),
    ),
  }),
})

/** The JSON Schema (draft 2020-12) of world documents, for clients. `readWorld` checks more: names, addresses and contradictions. */
export const worldSchema = { $id: 'urn:netbox:world-document', ...schemaOf('World document', {}) }

/** The JSON Schema (draft 2020-12) of world files, for editors: world documents that may have zone files. */
export const worldFileSchema = {
  $id: 'urn:netbox:world-file',
  ...schemaOf('World file', {
    zone: { type: 'string', description: 'A zone file (RFC 1035): its path, or its text.' },
  }),
}

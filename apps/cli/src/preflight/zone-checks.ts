import type { Finding, Severity } from '@netbox/core'
import { isNewerSerial, isWithin } from '@netbox/core/dns'
import { zoneCodes, type ZoneCode } from '@netbox/core/findings'
import { specialPurposeOf } from '@netbox/core/network'
import type { ZoneRecord } from '@netbox/simulated-internet/world-files'

/** A finding about a name of a zone, with the line of its record. */
export interface ZoneFinding extends Finding {
  readonly name: string
  readonly line?: number
}

/** A zone file as it is read. */
export interface ReadZone {
  readonly zone: string
  readonly records: readonly ZoneRecord[]
  /** What nameservers refuse to load. */
  readonly errors: readonly { readonly line?: number | undefined; readonly message: string }[]
  /** Names that have the name of the zone twice. */
  readonly remarks: readonly { readonly line: number; readonly message: string }[]
}

type Place = Pick<ZoneRecord, 'name' | 'line'>

/** Reports a finding at a record, with the severity of its code. */
const found = (
  code: ZoneCode,
  { name, line }: Partial<Place> & { readonly name: string },
  title: string,
  advice: string,
): ZoneFinding => {
  const { severities, rfc } = zoneCodes[code]
  const severity: Severity = severities[0]
  const place = line === undefined ? {} : { line }
  return { code, severity, title, detail: rfc === undefined ? '' : `${rfc}.`, advice, name, ...place }
}

/** Returns a field of a record, if it is a text. */
const fieldOf = ({ value }: ZoneRecord, field: string): string => {
  const text: unknown = value === undefined ? undefined : Object.entries(value).find(([key]) => key === field)?.[1]
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

/** Returns the whole text of a TXT record. */
export const textOf = ({ value }: ZoneRecord): string => {
  const { value: whole = '', strings = [] } = (value ?? {}) as { value?: string; strings?: readonly string[] }
  return whole + strings.join('')
}

/** The records of a zone by name and by type. */
const indexOf = (records: readonly ZoneRecord[]) => {
  const byName = Map.groupBy(records, ({ name }) => name)
  const byType = Map.groupBy(records, ({ type }) => type)
  return {
    of: (type: string): readonly ZoneRecord[] => byType.get(type) ?? [],
    at: (name: string, ...types: readonly string[]): readonly ZoneRecord[] =>
      (byName.get(name) ?? []).filter(({ type }) => types.includes(type)),
    names: byName,
  }
}

type Index = ReturnType<typeof indexOf>

const addressesAt = (index: Index, name: string): readonly ZoneRecord[] => index.at(name, 'A', 'AAAA')

/** Returns whether a wildcard of the zone gives a name its records. */
const isWild = (index: Index, name: string): boolean => {
  const above = name.replace(/^[^.]+\.?/, '')
  return above !== '' && (index.names.has(`*.${above}`) || (!index.names.has(above) && isWild(index, above)))
}

const apexFindings = ({ zone }: ReadZone, index: Index): ZoneFinding[] => {
  const servers = index.at(zone, 'NS')
  const [first] = servers
  const addresses = servers.map((server) =>
    addressesAt(index, fieldOf(server, 'host')).map((record) => fieldOf(record, 'address')),
  )
  const isShared =
    servers.length > 1 && addresses.every((each) => each.length > 0) && new Set(addresses.flat()).size === 1
  return [
    ...(index.at(zone, 'SOA').length === 0
      ? [
          found(
            'zone-no-soa',
            { name: zone },
            `${zone} has no SOA record`,
            'Add an SOA record; servers refuse the file without it.',
          ),
        ]
      : []),
    ...(first === undefined
      ? [found('zone-no-ns', { name: zone }, `${zone} has no NS records`, 'Add an NS record for each nameserver.')]
      : []),
    ...(first !== undefined && servers.length === 1
      ? [
          found(
            'zone-ns-single',
            first,
            `${fieldOf(first, 'host')} is the only nameserver`,
            'Add a second nameserver in another network.',
          ),
        ]
      : []),
    ...(first !== undefined && isShared
      ? [
          found(
            'zone-ns-shared',
            first,
            `All nameservers have the address ${addresses[0]?.[0]}`,
            'Give them different addresses, in different networks.',
          ),
        ]
      : []),
  ]
}

const serverFindings = ({ zone }: ReadZone, index: Index): ZoneFinding[] =>
  index.of('NS').flatMap((record): ZoneFinding[] => {
    const host = fieldOf(record, 'host')
    // Names of other zones have their records there. Below another delegation, the child has them.
    if (!isWithin(host, zone)) return []
    if (index.at(host, 'CNAME').length > 0)
      return [
        found(
          'zone-ns-alias',
          record,
          `The nameserver ${host} is an alias`,
          `Name its target, or give ${host} addresses of its own.`,
        ),
      ]
    return addressesAt(index, host).length > 0 || isWild(index, host)
      ? []
      : [
          found(
            'zone-ns-address',
            record,
            `The nameserver ${host} has no address`,
            `Add an A or AAAA record of ${host}.`,
          ),
        ]
  })

const delegationFindings = ({ zone, records }: ReadZone, index: Index): ZoneFinding[] => {
  const cuts = new Set(index.of('NS').flatMap(({ name }) => (name === zone ? [] : [name])))
  const servers = new Set(index.of('NS').map((record) => fieldOf(record, 'host')))
  const aboveOf = (name: string) => [...cuts].find((cut) => isWithin(name, cut))
  const isOccluded = ({ name, type }: ZoneRecord): boolean => {
    const cut = aboveOf(name)
    if (cut === undefined || /^(?:RRSIG|NSEC3?)$/.test(type)) return false
    if (servers.has(name) && (type === 'A' || type === 'AAAA')) return false
    return name !== cut || (type !== 'NS' && type !== 'DS')
  }
  const alone = index.of('DS').filter(({ name }) => !cuts.has(name))
  return [
    ...records
      .filter(isOccluded)
      .map((record) =>
        found(
          'zone-occluded',
          record,
          `The ${record.type} record of ${record.name} is below the delegation ${aboveOf(record.name)}`,
          'Move it into the delegated zone.',
        ),
      ),
    ...alone.map((record) =>
      found(
        'zone-ds-alone',
        record,
        `${record.name} has a DS record, but no NS records`,
        'Remove it, or delegate the name. The DS records of a zone belong into its parent.',
      ),
    ),
  ]
}

const targetFindings = ({ zone }: ReadZone, index: Index): ZoneFinding[] =>
  index.of('SRV').flatMap((record): ZoneFinding[] => {
    const host = fieldOf(record, 'host')
    if (host === '.' || host === '' || !isWithin(host, zone)) return []
    const isAlias = index.at(host, 'CNAME').length > 0
    if (!isAlias && (addressesAt(index, host).length > 0 || isWild(index, host))) return []
    const what = isAlias ? 'is an alias' : 'has no address'
    return [found('zone-srv-target', record, `The target ${host} ${what}`, `Give ${host} addresses of its own.`)]
  })

// Blocks that only networks of their own use.
const PRIVATE = /^(?:0|10|127|169\.254|172\.16|192\.168|100\.64)\.|^(?:::1?|f[ce][\dc]0::)\//
const isPrivate = (address: string): boolean => PRIVATE.test(specialPurposeOf(address)?.prefix ?? '')

const HOST = /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/

/** Returns the hosts with invalid names or private addresses. */
const hostFindings = (index: Index): ZoneFinding[] =>
  ['A', 'AAAA', 'MX'].flatMap((type) =>
    index
      .of(type)
      .flatMap((record): ZoneFinding[] => [
        ...(HOST.test(record.name)
          ? []
          : [
              found(
                'zone-host-name',
                record,
                `${record.name} is not the name of a host`,
                'Use only letters, digits and hyphens.',
              ),
            ]),
        ...(type !== 'MX' && isPrivate(fieldOf(record, 'address'))
          ? [
              found(
                'zone-inward-address',
                record,
                `${record.name} has the private address ${fieldOf(record, 'address')}`,
                'Publish it only inside your network.',
              ),
            ]
          : []),
      ]),
  )

const CAA_TAGS = new Set(['issue', 'issuewild', 'iodef', 'contactemail', 'contactphone', 'issuemail', 'issuevmc'])

const isCaaValue = (tag: string, value: string): boolean => {
  if (tag === 'iodef') return /^(?:mailto:[^@\s]+@\S+|https?:\/\/\S+)$/i.test(value)
  if (!tag.startsWith('issue')) return true
  const [issuer = ''] = value.split(';')
  return /^\s*(?:(?:[a-z\d-]+\.)+[a-z\d-]+)?\s*$/i.test(issuer)
}

const caaFindings = (index: Index): ZoneFinding[] =>
  index.of('CAA').flatMap((record): ZoneFinding[] => {
    const [tag, value] = [fieldOf(record, 'tag').toLowerCase(), fieldOf(record, 'value')]
    if (CAA_TAGS.has(tag) && isCaaValue(tag, value)) return []
    const what = CAA_TAGS.has(tag) ? `'${value}' is no value of ${tag}` : `'${tag}' is no property of CAA records`
    return [found('zone-caa', record, what, 'Write: 0 issue "ca.example", with the domain of the authority.')]
  })

// The hexadecimal digits of SHA-256 and SHA-512.
const DIGITS: Readonly<Record<string, number>> = { 1: 64, 2: 128 }

const tlsaFindings = (index: Index): ZoneFinding[] =>
  index.of('TLSA').flatMap((record): ZoneFinding[] => {
    const [usage, selector, type, data] = ['usage', 'selector', 'matchingType', 'data'].map((field) =>
      fieldOf(record, field),
    )
    const length = DIGITS[type ?? '']
    const isRight =
      Number(usage) < 4 && Number(selector) < 2 && Number(type) < 3 && (length ?? data?.length) === data?.length
    return isRight
      ? []
      : [
          found(
            'zone-tlsa',
            record,
            `The TLSA record of ${record.name} matches no certificate`,
            'Compute it again: 3 1 1 and the SHA-256 hash of the public key.',
          ),
        ]
  })

const textFindings = (index: Index): ZoneFinding[] => [
  ...index
    .of('TXT')
    .filter((record) => /^v=DMARC1\b/i.test(textOf(record)) && !/^_dmarc\.|\._report\._dmarc\./.test(record.name))
    .map((record) =>
      found('zone-dmarc-place', record, `${record.name} has a DMARC record`, `Move it to _dmarc.${record.name}.`),
    ),
  ...index
    .of('SPF')
    .map((record) =>
      found(
        'zone-spf-type',
        record,
        `${record.name} has a record of the type SPF`,
        'Publish the policy as a TXT record.',
      ),
    ),
]

const ttlFindings = ({ records }: ReadZone): ZoneFinding[] =>
  [...Map.groupBy(records, ({ name, type }) => `${name} ${type}`).values()].flatMap((set): ZoneFinding[] => {
    const [first] = set
    const other = set.find(({ ttl, type }) => ttl !== first?.ttl && type !== 'RRSIG')
    return first === undefined || other === undefined
      ? []
      : [
          found(
            'zone-ttl',
            other,
            `The ${first.type} records of ${first.name} have the TTLs ${first.ttl} and ${other.ttl}`,
            'Give all of them the same TTL.',
          ),
        ]
  })

const contentOf = ({ records }: ReadZone): string =>
  records
    .filter(({ type }) => type !== 'SOA')
    .map(({ name, type, ttl, data }) => `${name} ${type} ${ttl} ${data.join('.')}`)
    .toSorted()
    .join('\n')

/** Returns whether secondaries would miss the changes since an older version of the zone. */
const serialFindings = (read: ReadZone, was: ReadZone | undefined): ZoneFinding[] => {
  const soa = read.records.find(({ type }) => type === 'SOA')
  const before = was?.records.find(({ type }) => type === 'SOA')
  if (was === undefined || soa === undefined || before === undefined || contentOf(read) === contentOf(was)) return []
  const [serial, old] = [fieldOf(soa, 'serial'), fieldOf(before, 'serial')]
  return isNewerSerial(Number(serial), Number(old))
    ? []
    : [
        found(
          'zone-serial',
          soa,
          `The serial is ${serial}, and was ${old}`,
          'Increase it, so that secondaries copy the zone.',
        ),
      ]
}

/** Returns the mistakes in the records of a zone file. */
export const checkZone = (read: ReadZone, was?: ReadZone): ZoneFinding[] => {
  const { zone, errors, remarks } = read
  const records = read.records.filter(({ isOutside }) => !isOutside)
  const index = indexOf(records)
  const inside = { ...read, records }
  return [
    ...errors.map(({ line, message }) =>
      found('zone-syntax', { name: zone, ...(line === undefined ? {} : { line }) }, message, 'Correct the line.'),
    ),
    ...remarks.map(({ line, message }) => found('zone-missing-dot', { name: zone, line }, message, 'Add the dot.')),
    ...read.records
      .filter(({ isOutside }) => isOutside)
      .map((record) =>
        found('zone-outside', record, `${record.name} is not in ${zone}`, 'Remove the record, or correct its name.'),
      ),
    ...apexFindings(inside, index),
    ...serverFindings(inside, index),
    ...delegationFindings(inside, index),
    ...targetFindings(inside, index),
    ...hostFindings(index),
    ...caaFindings(index),
    ...tlsaFindings(index),
    ...textFindings(index),
    ...ttlFindings(inside),
    ...serialFindings(inside, was),
  ]
}

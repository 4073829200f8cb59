import { parseZone } from 'dnsz'
import { type ZoneEntry, zoneEntries } from './zone-entries.ts'

/** One record of a zone file, in the form of a world document. */
export interface ZoneRecord {
  readonly name: string
  readonly type: string
  readonly value: unknown
  readonly line: number
}

/** The error for an invalid entry in a zone file. */
export class ZoneError extends Error {
  override readonly name = 'ZoneError'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const DEFAULT_TTL = 3600

const withoutDot = (name: string): string => name.replace(/\.$/, '').toLowerCase()

/** Returns the absolute form of a name in record data. A name without a trailing dot is relative to the origin. */
const absolute = (name: string, origin: string): string => {
  if (name === '@') return origin
  return name.endsWith('.') ? withoutDot(name) : withoutDot(`${name}.${origin}`)
}

const STRING = /"((?:[^"\\]|\\.)*)"|(\S+)/g

/** Joins the strings of a text record (RFC 7208, section 3.3), with its escapes resolved (RFC 1035, section 5.1). */
const joinStrings = (content: string): string =>
  Array.from(content.matchAll(STRING), ([, quoted, bare = '']) => quoted ?? bare)
    .join('')
    .replaceAll(/\\(\d{3}|.)/g, (_escape, sign: string) =>
      sign.length === 3 ? String.fromCharCode(Number(sign)) : sign,
    )

/** Converts the mailbox of an SOA record to an email address: the first dot without a backslash becomes the at sign. */
const mailboxOf = (name: string): string => name.replace(/(?<!\\)\./, '@').replaceAll('\\.', '.')

const VALUES: Readonly<
  Record<string, (words: readonly string[], origin: string, ttl: number, content: string) => unknown>
> = {
  A: ([address], _origin, ttl) => ({ address, ttl }),
  AAAA: ([address], _origin, ttl) => ({ address, ttl }),
  // Reads only `issue` tags, which list the authorities that may issue certificates. World documents have no other tags.
  CAA: ([, tag, ...rest], _origin, ttl) =>
    tag?.toLowerCase() === 'issue' ? { issue: joinStrings(rest.join(' ')), ttl } : undefined,
  CNAME: ([target = ''], origin, ttl) => ({ target: absolute(target, origin), ttl }),
  MX: ([priority, exchange = ''], origin, ttl) => ({
    priority: Number(priority),
    exchange: absolute(exchange, origin),
    ttl,
  }),
  NS: ([host = ''], origin, ttl) => ({ host: absolute(host, origin), ttl }),
  SOA: ([primary = '', mailbox = '', serial, refresh, retry, expire, minimum], origin) => ({
    primary: absolute(primary, origin),
    mailbox: mailboxOf(absolute(mailbox, origin)),
    serial: Number(serial),
    refresh: secondsOf(refresh),
    retry: secondsOf(retry),
    expire: secondsOf(expire),
    minimum: secondsOf(minimum),
  }),
  SRV: ([priority, weight, port, host = ''], origin, ttl) => ({
    priority: Number(priority),
    weight: Number(weight),
    port: Number(port),
    host: absolute(host, origin),
    ttl,
  }),
  TXT: (_words, _origin, ttl, content) => ({ value: joinStrings(content), ttl }),
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/** Parses a time in seconds, or with units as in zone files: `1h30m`. Returns NaN for any other text. */
const secondsOf = (text = ''): number => {
  if (/^\d+$/.test(text)) return Number(text)
  if (!/^(?:\d+[smhdw])+$/i.test(text)) return Number.NaN
  return Array.from(text.matchAll(/(\d+)([smhdw])/gi)).reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? Number.NaN),
    0,
  )
}

/** The state after the directives and records before an entry. */
interface Context {
  origin: string
  ttl: number
  owner: string
}

/** Applies a directive. Throws if the directive is unknown. */
const follow = ({ text, line }: ZoneEntry, context: Context): void => {
  const [directive = '', value = ''] = text.trim().split(/\s+/)
  if (directive.toUpperCase() === '$ORIGIN') context.origin = absolute(value, context.origin)
  else if (directive.toUpperCase() === '$TTL') context.ttl = secondsOf(value)
  else throw new ZoneError(line, `'${directive}' is not a supported directive. netbox supports $ORIGIN and $TTL.`)
  if (Number.isNaN(context.ttl)) throw new ZoneError(line, `'${value}' is not a TTL.`)
}

// Matches a TTL after the class, as zone files may have it (RFC 1035, section 5.1). The parser accepts a TTL only before the class.
const CLASS_FIRST = /^(IN)\s+(\d\w*)\s+/i

const readEntry = ({ text, line }: ZoneEntry, context: Context): ZoneRecord[] => {
  const { origin, ttl } = context
  const [first = ''] = text.split(/\s/, 1)
  // A record without a name has the name of the previous record.
  const owner = first === '' ? context.owner : absolute(first, origin)
  const rest = text.slice(first.length).trim().replace(CLASS_FIRST, '$2 $1 ')
  const { records } = parseZone(`$ORIGIN ${origin}.\n$TTL ${ttl}\n${owner}. ${rest}\n`, { defaultTTL: DEFAULT_TTL })
  const [record] = records
  if (record === undefined || record.class !== 'IN')
    throw new ZoneError(line, `'${text.trim().slice(0, 60)}' is not a record.`)
  context.owner = owner
  const type = record.type.toUpperCase()
  const value = VALUES[type]?.(record.content.trim().split(/\s+/), origin, record.ttl, record.content)
  return value === undefined ? [] : [{ name: owner, type, value, line }]
}

/**
 * Parses a zone file (RFC 1035, section 5). Returns the records whose types a world document can have, and skips the others. Throws a
 * `ZoneError` for an invalid entry.
 */
export const readZone = (text: string, zone: string): ZoneRecord[] => {
  const context: Context = { origin: zone, ttl: DEFAULT_TTL, owner: zone }
  const records: ZoneRecord[] = []
  for (const entry of zoneEntries(text)) {
    if (entry.text.trim().startsWith('$')) follow(entry, context)
    else records.push(...readEntry(entry, context))
  }
  const outside = records.find(({ name }) => name !== zone && !name.endsWith(`.${zone}`))
  if (outside !== undefined) throw new ZoneError(outside.line, `${outside.name} is not in the zone ${zone}.`)
  return records
}

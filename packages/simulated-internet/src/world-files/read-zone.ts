import { hexOf, numberIn } from './octets.ts'
import { readData, typeName, typeNumber } from './zone-data.ts'
import { nameOctets, secondsOf } from './zone-fields.ts'
import { type ZoneEntry, zoneEntries, ZoneError, type ZoneWord } from './zone-entries.ts'
import { hasFields, nameText, valueOf } from './zone-values.ts'

/** One record of a zone file. */
export interface ZoneRecord {
  readonly name: string
  /** A mnemonic, or `TYPE65280` (RFC 3597, section 5). */
  readonly type: string
  /** The data in wire format, without compression. */
  readonly data: Uint8Array
  readonly ttl: number
  /** The field of a world document for records of this type: `MX`, or `TYPE65`. */
  readonly field: string
  /** The record in the form of a world document; undefined if documents can't state it, or if it is not in the zone. */
  readonly value: object | undefined
  readonly isOutside: boolean
  readonly line: number
}

/** The TTL of a file that states none. */
const DEFAULT_TTL = 3600
/** The longest TTL (RFC 2181, section 8). */
const LONGEST_TTL = 0x7fff_ffff

/** The state after the directives and records before an entry. */
interface Context {
  origin: Uint8Array
  /** The value of $TTL. */
  default: number | undefined
  /** The last TTL that a record states. */
  last: number | undefined
  owner: Uint8Array
}

const ttlOf = ({ text, line }: ZoneWord): number => {
  const ttl = secondsOf(text)
  if (ttl === undefined || ttl > LONGEST_TTL) throw new ZoneError(line, `'${text.slice(0, 60)}' is not a TTL.`)
  return ttl
}

/** Applies a directive. Throws if the directive is unknown. */
const follow = ({ words, line }: ZoneEntry, context: Context): void => {
  const [directive, value, more] = words
  const name = directive?.text.toUpperCase() ?? ''
  if (name !== '$ORIGIN' && name !== '$TTL')
    throw new ZoneError(line, `'${directive?.text}' is not a supported directive. netbox supports $ORIGIN and $TTL.`)
  if (value === undefined || more !== undefined) throw new ZoneError(line, `Expected one value after ${name}.`)
  if (name === '$TTL') context.default = ttlOf(value)
  else context.origin = nameOctets(value, context.origin)
}

/** Takes the TTL and the class, which are optional and may have either order (RFC 1035, section 5.1). */
const takeTtl = (words: ZoneWord[]): number | undefined => {
  let [ttl, hasClass]: [number | undefined, boolean] = [undefined, false]
  for (let [word] = words; word !== undefined && !word.isQuoted; [word] = words) {
    if (!hasClass && /^(?:IN|CLASS1)$/i.test(word.text)) hasClass = true
    else if (ttl === undefined && /^\d/.test(word.text)) ttl = ttlOf(word)
    else if (/^(?:CH|HS|CS|CLASS\d+)$/i.test(word.text))
      throw new ZoneError(word.line, `The class '${word.text}' is not supported. netbox supports IN.`)
    else break
    words.shift()
  }
  return ttl
}

const SOA_MINIMUM = -4

const readRecord = ({ words, isIndented, line }: ZoneEntry, context: Context, zone: string): ZoneRecord => {
  const [first, ...others] = words
  if (!isIndented && first?.isQuoted === true) throw new ZoneError(line, 'A name has no quotes.')
  // A record without a name has the name of the previous record.
  const owner = isIndented || first === undefined ? context.owner : nameOctets(first, context.origin)
  const rest = isIndented ? [...words] : others
  const stated = takeTtl(rest)
  const word = rest.shift()
  const number = word === undefined ? undefined : typeNumber(word.text)
  if (word === undefined || number === undefined)
    throw new ZoneError(
      word?.line ?? line,
      word === undefined ? 'The record has no type.' : `'${word.text.slice(0, 60)}' is not a record type.`,
    )
  const type = typeName(number)
  const data = readData(type, { words: rest, origin: context.origin, line })
  // Without a TTL anywhere before it, the SOA record states the default for the file (RFC 1035, section 3.3.13).
  if (type === 'SOA' && stated === undefined && context.last === undefined)
    context.default ??= numberIn(data.subarray(SOA_MINIMUM))
  context.owner = owner
  context.last = stated ?? context.last
  const ttl = stated ?? context.default ?? context.last ?? DEFAULT_TTL
  const field = hasFields(type) ? type : `TYPE${number}`
  const name = nameText(owner)
  const isOutside = name !== zone && !name.endsWith(`.${zone}`)
  return {
    name,
    type,
    data,
    ttl,
    field,
    value: isOutside ? undefined : valueAt(line, type, data, ttl),
    isOutside,
    line,
  }
}

const valueAt = (line: number, type: string, data: Uint8Array, ttl: number): object | undefined => {
  try {
    const value = valueOf(type, data)
    return value && { ...value, ttl }
  } catch (error) {
    throw error instanceof RangeError ? new ZoneError(line, `The data is not that of ${type} records.`) : error
  }
}

/**
 * Parses a zone file (RFC 1035, section 5; RFC 2308, section 4; RFC 3597, section 5), as nameservers do. Throws a `ZoneError` for an
 * invalid entry.
 */
export const readZone = (text: string, zone: string): ZoneRecord[] => {
  const origin = nameOctets({ text: `${zone}.`, isQuoted: false, line: 0 }, Uint8Array.of(0))
  const context: Context = { origin, default: undefined, last: undefined, owner: origin }
  // By owner, type and data: servers keep one of equal records (RFC 2181, section 5).
  const found = new Map<string, ZoneRecord>()
  let isFirst = true
  try {
    for (const entry of zoneEntries(text)) {
      if (!entry.isIndented && entry.words[0]?.text.startsWith('$') === true) follow(entry, context)
      else {
        const record = readRecord(entry, context, zone)
        const key = `${record.name} ${record.type} ${hexOf(record.data)}`
        if (!found.has(key)) found.set(key, record)
      }
      isFirst = false
    }
  } catch (error) {
    throw error instanceof ZoneError && isFirst ? new ZoneError(error.line, error.message, isFirst) : error
  }
  return [...found.values()]
}

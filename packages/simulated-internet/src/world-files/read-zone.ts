import { hexOf, numberIn } from './octets.ts'
import { recordTypeName, recordTypeNumber } from '@netbox/core/dns'
import { hasOnlyGenericForm, readData } from './zone-data.ts'
import { nameOctets, type Rest, secondsOf } from './zone-fields.ts'
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
  /** Whether netbox reads no fields of the type: only the generic form of its data. */
  readonly isUnread: boolean
  readonly line: number
}

/** Gets a sentence about an entry that is read in another way than people mean it. */
type Remark = (line: number, sentence: string) => void

/** The TTL of records in a file without a TTL. */
const DEFAULT_TTL = 3600
/** The longest TTL (RFC 2181, section 8). */
const LONGEST_TTL = 0x7fff_ffff
const LONGEST_NUMBER = 0xffff_ffff

/** The state after the directives and records before an entry. */
export interface ZoneContext {
  origin: Uint8Array
  /** The value of $TTL. */
  default: number | undefined
  /** The last TTL that a record states. */
  last: number | undefined
  owner: Uint8Array
  readonly remark: Remark
}

const ttlOf = ({ text, line }: ZoneWord, { remark }: Pick<ZoneContext, 'remark'>): number => {
  const ttl = secondsOf(text)
  if (ttl === undefined || ttl > LONGEST_NUMBER) throw new ZoneError(line, `'${text.slice(0, 60)}' is not a TTL.`)
  if (ttl <= LONGEST_TTL) return ttl
  remark(line, `The TTL ${text} is longer than ${LONGEST_TTL}, so it is 0 (RFC 2181, section 8).`)
  return 0
}

// Types whose data begins or ends with names, and no other text.
const NAMED_TYPES: ReadonlySet<string> = new Set('AFSDB CNAME DNAME KX MX NS PTR RP RT SOA SRV'.split(' '))

/** Remarks on a name without its final dot that ends in the name of the zone, so that it has that name twice. */
const remarkOnDots = (words: readonly ZoneWord[], zone: string, { origin, remark }: ZoneContext): void => {
  const doubled = words.find(({ text }) => text.toLowerCase() === zone || text.toLowerCase().endsWith(`.${zone}`))
  const around = nameText(origin)
  if (doubled !== undefined && (around === zone || around.endsWith(`.${zone}`)))
    remark(doubled.line, `'${doubled.text}' has no dot at its end, so it means ${doubled.text}.${around}.`)
}

/** Applies a directive to the context. Throws if the directive is unknown. */
export const followDirective = ({ words, line }: ZoneEntry, context: ZoneContext): void => {
  const [directive, value, more] = words
  const name = directive?.text.toUpperCase() ?? ''
  if (name !== '$ORIGIN' && name !== '$TTL')
    throw new ZoneError(line, `'${directive?.text}' is not a supported directive. netbox supports $ORIGIN and $TTL.`)
  if (value === undefined || more !== undefined) throw new ZoneError(line, `Expected one value after ${name}.`)
  if (name === '$TTL') context.default = ttlOf(value, context)
  else context.origin = nameOctets(value, context.origin)
}

/** Takes the TTL and the class, which are optional and may have either order (RFC 1035, section 5.1). */
const takeTtl = (words: ZoneWord[], context: ZoneContext): number | undefined => {
  let [ttl, hasClass]: [number | undefined, boolean] = [undefined, false]
  for (let [word] = words; word !== undefined && !word.isQuoted; [word] = words) {
    if (!hasClass && /^(?:IN|CLASS1)$/i.test(word.text)) hasClass = true
    else if (ttl === undefined && /^\d/.test(word.text)) ttl = ttlOf(word, context)
    else if (/^(?:CH|HS|CS|CLASS\d+)$/i.test(word.text))
      throw new ZoneError(word.line, `The class '${word.text}' is not supported. netbox supports IN.`)
    else break
    words.shift()
  }
  return ttl
}

const SOA_MINIMUM = -4

/** Reads a record, and changes the context for the next one. Throws a `ZoneError` for an invalid record. */
export const readRecord = ({ words, isIndented, line }: ZoneEntry, context: ZoneContext, zone: string): ZoneRecord => {
  const [first, ...others] = words
  if (!isIndented && first?.isQuoted === true) throw new ZoneError(line, 'A name has no quotes.')
  // A record without a name has the name of the previous record.
  const owner = isIndented || first === undefined ? context.owner : nameOctets(first, context.origin)
  const rest = isIndented ? [...words] : others
  const stated = takeTtl(rest, context)
  const word = rest.shift()
  const number = word === undefined ? undefined : recordTypeNumber(word.text)
  if (word === undefined || number === undefined)
    throw new ZoneError(
      word?.line ?? line,
      word === undefined ? 'The record has no type.' : `'${word.text.slice(0, 60)}' is not a record type.`,
    )
  const type = recordTypeName(number)
  const named = NAMED_TYPES.has(type) ? rest.filter(({ isQuoted }) => !isQuoted) : []
  remarkOnDots(isIndented || first === undefined ? named : [first, ...named], zone, context)
  const read = readKnownData(type, { words: rest, origin: context.origin, line })
  const data = read ?? new Uint8Array(0)
  // Without a TTL anywhere before it, the SOA record defines the default for the file (RFC 1035, section 3.3.13).
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
    value: isOutside || read === undefined ? undefined : valueAt(line, type, data, ttl),
    isOutside,
    isUnread: read === undefined && type !== 'RRSIG',
    line,
  }
}

/** Reads data; undefined for fields that netbox doesn't know, of records that it can ignore. */
const readKnownData = (type: string, rest: Rest): Uint8Array | undefined => {
  if (hasOnlyGenericForm(type) && rest.words[0]?.text !== String.raw`\#`) return undefined
  try {
    return readData(type, rest)
  } catch (error) {
    // Signatures have mnemonics of old algorithms, and netbox makes its own signatures.
    if (type === 'RRSIG' && error instanceof ZoneError) return undefined
    throw error
  }
}

/** Returns the record as world documents have it. Throws a `ZoneError` for data that isn't of its type. */
export const valueAt = (line: number, type: string, data: Uint8Array, ttl: number): object | undefined => {
  try {
    const value = valueOf(type, data)
    return value && { ...value, ttl }
  } catch (error) {
    throw error instanceof RangeError ? new ZoneError(line, `The data is not valid in ${type} records.`) : error
  }
}

/** Returns the state at the start of the file of a zone. */
export const openZone = (zone: string, remark: Remark = () => undefined): ZoneContext => {
  const origin = nameOctets({ text: zone === '.' ? zone : `${zone}.`, isQuoted: false, line: 0 }, Uint8Array.of(0))
  return { origin, default: undefined, last: undefined, owner: origin, remark }
}

/** What to do with remarks and errors. */
interface ZoneReports {
  readonly remark?: Remark
  /** Gets the error of each entry, which is left out. Without this function, the first error is thrown. */
  readonly fail?: (error: ZoneError) => void
}

/**
 * Parses a zone file (RFC 1035, section 5; RFC 2308, section 4; RFC 3597, section 5), as nameservers do. Throws a `ZoneError` for a text that
 * doesn't begin with a valid entry.
 */
export const readZone = (text: string, zone: string, { remark, fail }: ZoneReports = {}): ZoneRecord[] => {
  const context = openZone(zone, remark)
  // By owner, type and data: servers keep one of equal records (RFC 2181, section 5).
  const found = new Map<string, ZoneRecord>()
  let isFirst = true
  const refuse = (error: unknown): void => {
    if (!(error instanceof ZoneError)) throw error
    if (isFirst || fail === undefined) throw isFirst ? new ZoneError(error.line, error.message, isFirst) : error
    fail(error)
  }
  try {
    for (const entry of zoneEntries(text)) {
      try {
        if (!entry.isIndented && entry.words[0]?.text.startsWith('$') === true) followDirective(entry, context)
        else {
          const record = readRecord(entry, context, zone)
          const key = `${record.name} ${record.type} ${record.isUnread ? record.line : hexOf(record.data)}`
          if (!found.has(key)) found.set(key, record)
        }
      } catch (error) {
        refuse(error)
      }
      isFirst = false
    }
  } catch (error) {
    refuse(error)
  }
  return [...found.values()]
}

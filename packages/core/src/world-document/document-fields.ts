import { type FieldPath, unknownField, unknownValue, WorldDocumentError, wrongType } from '../errors/document-errors.ts'
import { clip } from '../errors/world-errors.ts'
import { parseDomain } from '../inputs/host.ts'
import { parseAddress } from '../foundation/addresses.ts'
import { isArpa } from '../foundation/names.ts'
import { specialBlockOf } from '../foundation/special-addresses.ts'

/** A value of a document, and its path. */
export interface Field {
  readonly value: unknown
  readonly path: FieldPath
}

/** Returns the field of an object by name. */
export const fieldOf = ({ value, path }: Field, name: string): Field => ({
  // The cast is safe: `entriesOf` has checked that the value is an object.
  value: Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined,
  path: [...path, name],
})

/** Reads an object: its names and fields. An absent object counts as empty. */
export const entriesOf = ({ value, path }: Field): (readonly [name: string, field: Field])[] => {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrongType(path, 'an object', value)
  return Object.entries(value).map(([name, item]) => [name, { value: item as unknown, path: [...path, name] }])
}

/** Checks that an object has only known fields. Throws for any other field. */
export const knownFields = (field: Field, known: readonly string[]): void => {
  for (const [name] of entriesOf(field)) if (!known.includes(name)) throw unknownField(field.path, name, known)
}

/** Reads a list; undefined if it is absent. */
export const listOf = ({ value, path }: Field): Field[] | undefined => {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw wrongType(path, 'a list', value)
  return value.map((item: unknown, index) => ({ value: item, path: [...path, index] }))
}

/** Reads a text; undefined if it is absent. */
export const textOf = ({ value, path }: Field): string | undefined => {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw wrongType(path, 'a text', value)
  return value
}

/** Reads a required text. */
export const requiredText = (field: Field): string => {
  const text = textOf(field)
  if (text === undefined) throw wrongType(field.path, 'a text', undefined)
  return text
}

/** Reads true or false; undefined if it is absent. */
export const booleanOf = ({ value, path }: Field): boolean | undefined => {
  if (value === undefined || typeof value === 'boolean') return value
  throw wrongType(path, 'true or false', value)
}

/** Reads a whole number up to a maximum. */
export const numberOf = ({ value, path }: Field, most: number, least = 0): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw wrongType(path, `a whole number from ${least} to ${most}`, value)
}

/** Reads one of several fixed words; undefined if it is absent. */
export const wordOf = <Word extends string>(field: Field, what: string, words: readonly Word[]): Word | undefined => {
  const text = textOf(field)
  if (text === undefined) return undefined
  const found = words.find((word) => word === text)
  if (found === undefined) throw unknownValue(field.path, text, what, words)
  return found
}

/** Reads a domain name or the name of a host. */
export const nameOf = (text: string, path: FieldPath): string => {
  const name = parseDomain(text.trim())
  if (name === undefined) throw new WorldDocumentError(path, `'${clip(text)}' is not a domain name.`)
  if (isArpa(name))
    throw new WorldDocumentError(path, `'${clip(text)}' is a reverse name. List it under addresses, as ptr.`)
  return name
}

/** Reads the name of records, which may be a wildcard: `*.shop.example` (RFC 4592). */
export const ownerOf = (text: string, path: FieldPath): string =>
  text.startsWith('*.') ? `*.${nameOf(text.slice(2), path)}` : nameOf(text, path)

// The blocks whose addresses no host has for others: this network, loopback, link-local, multicast, broadcast, unspecified, IPv4-mapped.
const NO_HOSTS: ReadonlySet<string> = new Set([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  '::ffff:0:0/96',
  'fe80::/10',
  'ff00::/8',
])

/** Reads the address of a host in canonical form. */
export const hostAddressOf = (text: string, path: FieldPath, family: 'IPv4' | 'IPv6'): string => {
  const address = addressTextOf(text, path, family)
  const block = specialBlockOf(address)
  if (block !== undefined && NO_HOSTS.has(block.block))
    throw new WorldDocumentError(
      path,
      `'${clip(text)}' is ${block.name} (${block.source}), which no host of a world can have.`,
    )
  return address
}

/** Reads an address in canonical form, of one family if given. */
export const addressTextOf = (text: string, path: FieldPath, family?: 'IPv4' | 'IPv6'): string => {
  const address = parseAddress(text.trim())
  const isWanted = address !== undefined && (family === undefined || address.includes(':') === (family === 'IPv6'))
  if (!isWanted) throw new WorldDocumentError(path, `'${clip(text)}' is not an ${family ?? 'IP'} address.`)
  return address
}

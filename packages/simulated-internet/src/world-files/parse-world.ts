import { addressOfReverseName } from '@netbox/core/dns'
import {
  decodeText,
  type FieldPath,
  isObject,
  type ReadWorld,
  readWorld,
  readWorldKeys,
  type WorldDocument,
  WorldDocumentError,
  type WorldKeys,
  writePath,
} from '@netbox/core'
import { zoneTextOf } from './octets.ts'
import { withFiles, withOpenapi } from './http-files.ts'
import { type ReadYaml, readYaml } from './read-yaml.ts'
import { readZone, type ZoneRecord } from './read-zone.ts'
import { refuse, WorldFileError, type WorldFilePlace } from './world-file-error.ts'
import { ZoneError } from './zone-entries.ts'
import { nameText } from './zone-values.ts'

// Browsers import this module alone, because the others of this folder need a file system.
export { zoneTextOf }
export { WorldFileError, type WorldFilePlace }

/** The options for reading the text of a world document. */
export interface ParseWorldOptions {
  /** The name of the document, for error messages. The default is 'world'. */
  readonly name?: string | undefined
  /**
   * Reads a zone file to which the document refers: its text, or its octets, of which octets that are not UTF-8 become escapes. Without this
   * function, the document must contain the text of its zones. Don't set it on a server that accepts documents from users.
   */
  readonly readFile?: ((path: string) => string | Uint8Array) | undefined
  /**
   * Reads a file that is the body of a reply, or an OpenAPI document. It lies below the folder of the document. Without this function, documents can't refer to
   * such files. Don't set it on a server that accepts documents from users.
   */
  readonly readBody?: ((path: string) => Uint8Array) | undefined
  /**
   * Gets a sentence with file and line for each line of a zone that netbox ignores, at most twenty for a zone, and for each nameserver
   * without an address.
   */
  readonly onWarning?: ((warning: string) => void) | undefined
  /**
   * Gets the errors of a document, at most one for each domain, host, address and section, and one for each entry of a zone. The result has
   * no facts with an error. Without this function, the first error is thrown.
   */
  readonly onError?: ((error: WorldFileError) => void) | undefined
  /** Gets the keys of the document, which are not in the result (TSIG, RFC 8945). */
  readonly onKeys?: ((keys: WorldKeys) => void) | undefined
}

/** The maximum size of a world document, and of all its zones together, in bytes. */
export const MAX_WORLD_FILE_BYTES = 1_000_000

/** The maximum size as the errors name it. */
export const WORLD_FILE_LIMIT = 'a world file has at most 1 MB, and so have all its zones together'

/** A document into which zones are being inserted. */
interface Draft {
  readonly name: string
  readonly lineOf: ReadYaml['lineOf']
  readonly warn: (warning: string) => void
  /** Throws the error, or reports it. */
  readonly fail: (error: WorldFileError) => void
  /** The number of characters that the zones may still have. */
  left: number
  /** The keys of the domains by canonical name. If the document has a name twice, core reports that later. */
  readonly keys: Map<string, string>
  /** The records of zones, apart from their TTLs. */
  readonly seen: Set<string>
  /** The file and line of each zone record, and of each route of an OpenAPI document, by its path in the document. */
  readonly places: Map<string, WorldFilePlace>
}

const placeOf = (draft: Draft, path: FieldPath): WorldFilePlace => {
  // The line of the record, of the first one of its type, or of the first one of its name.
  const parts = [path.slice(0, 5), [...path.slice(0, 4), 0], path.slice(0, 4), path.slice(0, 2)]
  const zoneLine = parts.map((part) => draft.places.get(JSON.stringify(part))).find((place) => place !== undefined)
  const place = zoneLine ?? { file: draft.name, line: draft.lineOf(path) }
  return path.length === 0 ? place : { ...place, field: writePath(path) }
}

const canonical = (key: string): string => key.toLowerCase().replace(/\.$/, '')

const MOST_WARNINGS = 20

/** Reports the records of a zone that netbox ignores, each with the reason. */
const warnOfIgnored = (
  { warn }: Draft,
  ignored: readonly (readonly [record: ZoneRecord, why: string])[],
  source: Source,
): void => {
  for (const [{ name, type, line }, why] of ignored.slice(0, MOST_WARNINGS))
    warn(`${source.name}:${source.line + line}: netbox ignores the ${type} record of ${name}: ${why}.`)
  const left = ignored.length - MOST_WARNINGS
  if (left > 0) warn(`${source.name}: netbox ignores ${left} more ${left === 1 ? 'record' : 'records'}.`)
}

const whyNotIn = ({ isOutside, isUnread }: ZoneRecord): string => {
  if (isOutside) return 'it is not in the zone'
  return isUnread
    ? String.raw`write its data in the generic form of RFC 3597, as in \# 2 0A0B`
    : 'it signs zones with its own keys'
}

/** The name of a zone file, or of the document with the zone's text, and the line before the zone's first one. */
interface Source {
  readonly name: string
  readonly line: number
}

/** Adds the records of a zone to their domains. */
const addZone = (draft: Draft, domains: Record<string, unknown>, key: string, text: string, source: Source): void => {
  const zone = readZone(text, canonical(key), {
    remark: (line, remark) => draft.warn(`${source.name}:${source.line + line}: ${remark}`),
    fail: (error) => draft.fail(zoneFileError(draft, error, source)),
  })
  const ignored = zone.filter(({ value }) => value === undefined)
  warnOfIgnored(
    draft,
    ignored.map((record) => [record, whyNotIn(record)]),
    source,
  )
  for (const { name, field: type, value, line } of zone) {
    if (value === undefined) continue
    const at = draft.keys.get(name) ?? name
    draft.keys.set(name, at)
    const place = { file: source.name, line: source.line + line }
    if (!Object.hasOwn(domains, at)) draft.places.set(JSON.stringify(['domains', at]), place)
    const domain = (domains[at] ??= {})
    if (!isObject(domain)) continue
    const records = (domain['records'] ??= {})
    if (!isObject(records)) continue
    const isOne = type === 'CNAME' || type === 'DNAME' || type === 'SOA'
    const before = records[type]
    const path = ['domains', at, 'records', type]
    const isOurs =
      before === undefined || draft.places.has(JSON.stringify([...path, 0])) || draft.places.has(JSON.stringify(path))
    if (!isOurs || (isOne && before !== undefined)) throw refuse(place, `${type} records of ${name} are listed twice.`)
    if (isOne) {
      records[type] = value
      draft.places.set(JSON.stringify(path), place)
    } else {
      const list: unknown[] = Array.isArray(before) ? before : []
      // The zone around a delegated one lists its nameservers too.
      const { ttl: _ttl, ...data } = value as { ttl?: number }
      const record = JSON.stringify([at, type, data])
      if (draft.seen.has(record)) continue
      draft.seen.add(record)
      draft.places.set(JSON.stringify([...path, list.length]), place)
      list.push(value)
      records[type] = list
    }
  }
}

const isReverse = (key: string): boolean => canonical(key).endsWith('.arpa')

/** Adds the names of a reverse zone to their addresses. The SOA and NS records of the zone, and other addresses, follow from the seed. */
const addReverseZone = (
  draft: Draft,
  document: Record<string, unknown>,
  key: string,
  text: string,
  source: Source,
): void => {
  const addresses = (document['addresses'] ??= {})
  if (!isObject(addresses)) return
  const ignored: [ZoneRecord, string][] = []
  const fail = (error: ZoneError): void => draft.fail(zoneFileError(draft, error, source))
  for (const record of readZone(text, canonical(key), { fail })) {
    const { name, type, data, isOutside, line } = record
    if (type === 'SOA' || type === 'NS') continue
    const address = type === 'PTR' && !isOutside ? addressOfReverseName(name) : undefined
    const stated = address === undefined ? undefined : (addresses[address] ??= {})
    if (address === undefined || !isObject(stated))
      ignored.push([record, 'reverse zones have the PTR records of addresses'])
    else if (stated['ptr'] !== undefined) ignored.push([record, 'netbox has one name for each address'])
    else {
      stated['ptr'] = nameText(data)
      draft.places.set(JSON.stringify(['addresses', address]), { file: source.name, line: source.line + line })
    }
  }
  warnOfIgnored(draft, ignored, source)
}

const zoneText = (draft: Draft, path: FieldPath, zone: unknown, readFile: ParseWorldOptions['readFile']) => {
  if (typeof zone !== 'string') throw refuse(placeOf(draft, path), 'Expected the path of a zone file, or its text.')
  if (zone.includes('\n')) return { text: zone, source: { name: draft.name, line: draft.lineOf(path) } }
  if (readFile === undefined)
    throw refuse(
      placeOf(draft, path),
      'Files cannot be read here. Write the text of the zone file below zone: |, or its records.',
    )
  try {
    const content = readFile(zone)
    const text = typeof content === 'string' ? content : zoneTextOf(content)
    return { text, source: { name: zone, line: 0 } }
  } catch (error) {
    throw refuse(
      placeOf(draft, path),
      `${zone} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

// All files of web servers together, in bytes.
const MOST_BODIES = 10_000_000

/** Returns a function that reads the files of web servers, each once. */
const bodyReader = (draft: Draft, readBody: ParseWorldOptions['readBody']) => {
  let left = MOST_BODIES
  const contents = new Map<unknown, Uint8Array>()
  return (file: unknown, path: FieldPath): Uint8Array => {
    const known = contents.get(file)
    if (known !== undefined) return known
    const place = placeOf(draft, path)
    if (typeof file !== 'string' || file === '') throw refuse(place, 'Expected the path of a file.')
    if (readBody === undefined)
      throw refuse(
        place,
        `Files cannot be read here. ${path.at(-1) === 'openapi' ? 'List the routes.' : 'Write the content as text or base64.'}`,
      )
    if (/^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(file)) throw refuse(place, notBelow(file))
    try {
      const content = readBody(file)
      left -= content.length
      contents.set(file, content)
      if (left >= 0) return content
    } catch (error) {
      throw refuse(place, `${file} can't be read: ${error instanceof Error ? error.message : String(error)}.`)
    }
    throw refuse(place, 'The files of all web servers have more than 10 MB.')
  }
}

const notBelow = (file: string): string => `${file} is not below the folder of the world file.`

const NO_ZONE = "This is no zone file: expected a directive or a record, as in 'www 3600 IN A 192.0.2.1'."

/** Returns the error of an entry. A document from elsewhere may name a file with secrets, which are no business of an error. */
const zoneFileError = ({ name }: Draft, { isFirst, line, message }: ZoneError, source: Source): WorldFileError =>
  refuse({ file: source.name, line: source.line + line }, isFirst && source.name !== name ? NO_ZONE : message)

/** Replaces the zone files of a document with their records. */
const withZones = (draft: Draft, value: unknown, readFile: ParseWorldOptions['readFile']): unknown => {
  const domains = isObject(value) ? value['domains'] : undefined
  if (!isObject(value) || !isObject(domains)) return value
  const names = Object.keys(domains)
  for (const key of names.toReversed()) draft.keys.set(canonical(key), key)
  for (const key of names) {
    const domain = domains[key]
    if (!isObject(domain) || !('zone' in domain)) continue
    const { zone, ...rest } = domain
    // A zone file is the whole zone, unless the document says otherwise.
    if (!isReverse(key)) domains[key] = { complete: true, ...rest }
    else if (Object.keys(rest).length === 0) delete domains[key]
    const path = ['domains', key, 'zone']
    const { text, source } = zoneText(draft, path, zone, readFile)
    draft.left -= text.length
    if (draft.left < 0) throw refuse(placeOf(draft, path), `The zone is too large: ${WORLD_FILE_LIMIT}.`)
    try {
      if (isReverse(key)) addReverseZone(draft, value, key, text, source)
      else addZone(draft, domains, key, text, source)
    } catch (error) {
      if (error instanceof ZoneError) draft.fail(zoneFileError(draft, error, source))
      else if (error instanceof WorldFileError) draft.fail(error)
      else throw error
    }
  }
  return value
}

/** Decodes the content of a world file, in UTF-8 or with the mark of UTF-16. Throws a `WorldFileError` with the line for other octets. */
export const worldText = (octets: Uint8Array, name: string): string => {
  const decoded = decodeText(octets)
  if ('text' in decoded) return decoded.text
  throw refuse({ file: name, line: decoded.wrongLine }, 'The line is not UTF-8. Save the file as UTF-8.')
}

/** Returns the zone that a zone file names, by `$ORIGIN`, by its SOA record or by its own name, such as `db.shop.example`. */
export const zoneNameOf = (text: string, name: string): string => {
  const stated =
    /^\$ORIGIN[ \t]+(\S+)\.[ \t]*(?:;.*)?$/im.exec(text) ??
    /^(\S+)\.[ \t]+(?:\d\w*[ \t]+)?(?:IN[ \t]+)?(?:\d\w*[ \t]+)?SOA\b/im.exec(text)
  const file = name.split(/[/\\]/).at(-1) ?? ''
  return stated?.[1] ?? file.replace(/^db\./i, '').replace(/\.(?:zone|db|txt|hosts)$/i, '')
}

/** Returns the zone of a text that is a zone file; undefined for any other text. */
const zoneIn = (text: string, name: string): string | undefined => {
  if (
    !/^(?:\$ORIGIN|\$TTL)[ \t]|^[^\s#;"'{[-]\S*[ \t]+(?:\d\w*[ \t]+)?(?:IN[ \t]+)?(?:\d\w*[ \t]+)?SOA[ \t]/im.test(text)
  )
    return undefined
  return zoneNameOf(text, name)
}

/** Returns the error of a document with its place. */
const documentError = (draft: Draft, { path, reason }: WorldDocumentError): WorldFileError =>
  // Only files have zones, so core doesn't know this field.
  refuse(
    placeOf(draft, path),
    path[0] === 'domains' && path.length === 3 ? reason.replace('Known fields: ', 'Known fields: zone, ') : reason,
  )

/** Removes the keys from a document, so that no other part of netbox has them. */
const takeKeys = (draft: Draft, value: unknown): WorldKeys => {
  if (!isObject(value) || !('keys' in value)) return {}
  const { keys } = value
  delete value['keys']
  try {
    return readWorldKeys(keys)
  } catch (error) {
    if (!(error instanceof WorldDocumentError)) throw error
    draft.fail(documentError(draft, error))
    return {}
  }
}

/** Reports the rights of keys that the document doesn't have: servers refuse them. */
const warnOfMissingKeys = (draft: Draft, { domains = {} }: WorldDocument, keys: WorldKeys): void => {
  for (const [name, { update = [], transfer = [] }] of Object.entries(domains))
    for (const key of new Set([...update, ...(transfer === 'any' ? [] : transfer)])) {
      if (Object.hasOwn(keys, key)) continue
      const { file, line } = placeOf(draft, ['domains', name])
      draft.warn(
        `${line === undefined ? file : `${file}:${line}`}: no key has the name ${key}, so servers refuse it. List it under keys.`,
      )
    }
}

/** Checks a document. If errors are reported, leaves out the domain, the host, the address or the section of each. */
const checked = (draft: Draft, value: unknown): ReadWorld => {
  for (;;) {
    try {
      // The cast is safe: `readWorld` checks the value.
      return readWorld(value as WorldDocument)
    } catch (error) {
      if (!(error instanceof WorldDocumentError)) throw error
      draft.fail(documentError(draft, error))
      const [section = '', name = ''] = error.path
      const facts = isObject(value) ? value[section] : undefined
      if (isObject(facts) && Object.hasOwn(facts, name)) delete facts[name]
      else if (isObject(value) && Object.hasOwn(value, section)) delete value[section]
      else return readWorld({})
    }
  }
}

/**
 * Parses the text of a world document, in YAML or JSON, and reads the zone files to which it refers, or the text of a zone file alone. Returns
 * the canonical form of the document. Throws a `WorldFileError` with file, line and field for invalid or contradictory statements, and for more than 1 MB of text.
 *
 * @example
 * const world = parseWorld('domains: { shop.example: { records: { TXT: ["v=spf1 -all"] } } }')
 * world.domains?.['shop.example']?.records?.TXT // => ['v=spf1 -all']
 */
export const parseWorld = (
  text: string,
  { name = 'world', readFile, readBody, onWarning, onError, onKeys }: ParseWorldOptions = {},
): WorldDocument => {
  if (text.length > MAX_WORLD_FILE_BYTES) throw refuse({ file: name }, `The text is too large: ${WORLD_FILE_LIMIT}.`)
  const zone = zoneIn(text, name)
  if (zone !== undefined) {
    if (!zone.includes('.'))
      throw refuse({ file: name }, 'The zone file does not name its zone. Add $ORIGIN and the name with a final dot.')
    const domains = { [zone]: { zone: name.replaceAll('\n', ' ') } }
    return parseWorld(JSON.stringify({ domains }), { name, readFile: () => text, onWarning, onError })
  }
  const { lineOf, read } = readYaml(text, name)
  const draft: Draft = {
    name,
    lineOf,
    warn: onWarning ?? (() => undefined),
    fail: (error) => {
      if (onError === undefined) throw error
      onError(error)
    },
    left: MAX_WORLD_FILE_BYTES,
    keys: new Map(),
    seen: new Set(),
    places: new Map(),
  }
  try {
    const value = read()
    const keys = takeKeys(draft, value)
    const readOctets = bodyReader(draft, readBody)
    withFiles(value, readOctets)
    withOpenapi(value, {
      read: (file, path) => worldText(readOctets(file, path), String(file)),
      warn: draft.warn,
      note: (path, place) => draft.places.set(JSON.stringify(path), place),
    })
    const { document, warnings } = checked(draft, withZones(draft, value ?? {}, readFile))
    for (const { path, message } of warnings) {
      const { file, line } = placeOf(draft, path)
      draft.warn(`${line === undefined ? file : `${file}:${line}`}: ${message}`)
    }
    warnOfMissingKeys(draft, document, keys)
    onKeys?.(keys)
    return document
  } catch (error) {
    throw error instanceof WorldDocumentError ? documentError(draft, error) : error
  }
}

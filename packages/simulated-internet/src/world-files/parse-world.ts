import { type FieldPath, readWorld, ToolError, type WorldDocument, WorldDocumentError, writePath } from '@netbox/core'
import { isMap, isScalar, LineCounter, type Document, parseDocument } from 'yaml'
import { readZone, ZoneError } from './read-zone.ts'

/** The options for reading the text of a world document. */
export interface ParseWorldOptions {
  /** The name of the document, for error messages. The default is 'world'. */
  readonly name?: string | undefined
  /**
   * Reads a zone file to which the document refers. Without this function, the document must contain the text of its zones. Don't set it on
   * a server that accepts documents from users.
   */
  readonly readFile?: ((path: string) => string) | undefined
}

/** A document into which zones are being inserted. */
interface Draft {
  readonly name: string
  readonly root: Document
  readonly lines: LineCounter
  /** The file and line of each zone record, by its path in the document. */
  readonly zoneLines: Map<string, string>
}

const refuse = (place: string, reason: string): ToolError =>
  new ToolError({ code: 'invalid_input', title: 'Invalid world', message: `${place}: ${reason}` })

/** Returns the line of a field, or of the nearest field around it. */
const lineOf = ({ root, lines }: Draft, path: FieldPath): number => {
  let [node, offset] = [root.contents as unknown, 0]
  for (const [index, key] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      if (pair === undefined || !isScalar(pair.key)) break
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else {
      const item = root.getIn(path.slice(0, index + 1), true)
      if (typeof item !== 'object' || item === null || !('range' in item)) break
      offset = (item.range as [number] | undefined)?.[0] ?? offset
      node = item
    }
  }
  return lines.linePos(offset).line
}

const placeOf = (draft: Draft, path: FieldPath): string => {
  const zoneLine = draft.zoneLines.get(JSON.stringify(path.slice(0, 5)))
  const line = zoneLine ?? `${draft.name}:${lineOf(draft, path)}`
  return path.length === 0 ? line : `${line}: ${writePath(path)}`
}

type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

// If the document has the name twice, core reports that later.
const keyOf = (domains: Plain, name: string): string =>
  Object.keys(domains).find((key) => key.toLowerCase().replace(/\.$/, '') === name) ?? name

/** Adds the records of a zone to their domains. */
const addZone = (
  draft: Draft,
  domains: Plain,
  key: string,
  text: string,
  source: { name: string; line: number },
): void => {
  const zone = key.toLowerCase().replace(/\.$/, '')
  for (const { name, type, value, line } of readZone(text, zone)) {
    const at = keyOf(domains, name)
    const domain = (domains[at] ??= {})
    if (!isPlain(domain)) continue
    const records = (domain['records'] ??= {})
    if (!isPlain(records)) continue
    const isOne = type === 'CNAME' || type === 'SOA'
    const before = records[type]
    const path = ['domains', at, 'records', type]
    const place = `${source.name}:${source.line + line}`
    const isOurs =
      before === undefined ||
      draft.zoneLines.has(JSON.stringify([...path, 0])) ||
      draft.zoneLines.has(JSON.stringify(path))
    if (!isOurs || (isOne && before !== undefined)) throw refuse(place, `${type} records of ${name} are listed twice.`)
    if (isOne) {
      records[type] = value
      draft.zoneLines.set(JSON.stringify(path), place)
    } else {
      const list = Array.isArray(before) ? before : []
      draft.zoneLines.set(JSON.stringify([...path, list.length]), place)
      records[type] = [...(list as unknown[]), value]
    }
  }
}

const zoneText = (draft: Draft, path: FieldPath, zone: unknown, readFile: ParseWorldOptions['readFile']) => {
  if (typeof zone !== 'string') throw refuse(placeOf(draft, path), 'Expected the path of a zone file, or its text.')
  if (zone.includes('\n')) return { text: zone, source: { name: draft.name, line: lineOf(draft, path) } }
  if (readFile === undefined)
    throw refuse(
      placeOf(draft, path),
      'Files cannot be read here. Write the text of the zone file below zone: |, or its records.',
    )
  try {
    return { text: readFile(zone), source: { name: zone, line: 0 } }
  } catch (error) {
    throw refuse(
      placeOf(draft, path),
      `${zone} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** Replaces the zone files of a document with their records. */
const withZones = (draft: Draft, value: unknown, readFile: ParseWorldOptions['readFile']): unknown => {
  const domains = isPlain(value) ? value['domains'] : undefined
  if (!isPlain(domains)) return value
  for (const key of Object.keys(domains)) {
    const domain = domains[key]
    if (!isPlain(domain) || !('zone' in domain)) continue
    const { zone, ...rest } = domain
    domains[key] = rest
    const { text, source } = zoneText(draft, ['domains', key, 'zone'], zone, readFile)
    try {
      addZone(draft, domains, key, text, source)
    } catch (error) {
      throw error instanceof ZoneError ? refuse(`${source.name}:${source.line + error.line}`, error.message) : error
    }
  }
  return value
}

// The maximum number of YAML aliases, so that a small text can't expand into a huge document.
const MOST_ALIASES = 20

/**
 * Parses the text of a world document, in YAML or JSON, and reads the zone files to which it refers. Returns the canonical form of the
 * document. Throws core's `ToolError`, with the line and the field, for invalid or contradictory statements.
 *
 * @example
 * const world = parseWorld('domains: { shop.example: { records: { TXT: ["v=spf1 -all"] } } }')
 * world.domains?.['shop.example']?.records?.TXT // => ['v=spf1 -all']
 */
export const parseWorld = (text: string, { name = 'world', readFile }: ParseWorldOptions = {}): WorldDocument => {
  const lines = new LineCounter()
  const root = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  const [problem] = [...root.errors, ...root.warnings]
  if (problem !== undefined) {
    // Replaces the parser's own message, which mentions one of its functions.
    const reason = problem.code === 'MULTIPLE_DOCS' ? 'Expected one document, not several' : problem.message
    throw refuse(`${name}:${lines.linePos(problem.pos[0]).line}`, `${reason.replace(/\.$/, '')}.`)
  }
  const draft: Draft = { name, root, lines, zoneLines: new Map() }
  try {
    const value: unknown = root.toJS({ maxAliasCount: MOST_ALIASES })
    // The cast is safe: `readWorld` checks the value.
    return readWorld(withZones(draft, value ?? {}, readFile) as WorldDocument).document
  } catch (error) {
    if (error instanceof WorldDocumentError) throw refuse(placeOf(draft, error.path), error.reason)
    throw error instanceof ReferenceError ? refuse(name, error.message) : error
  }
}

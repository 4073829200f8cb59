import type { WorldDocument } from '@netbox/core'
import {
  parseWorld,
  WorldFileError,
  type WorldFilePlace,
  worldText,
  zoneNameOf,
  zoneTextOf,
} from '@netbox/simulated-internet/world-files'
import { MOST_BYTES } from '../../components/run/read-world.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { worldTexts } from '../../texts/world.ts'

/** A file that the visitor has chosen. */
interface ChosenFile {
  readonly name: string
  readonly octets: Uint8Array
}

/** The facts of the files. */
interface FileFacts {
  readonly world: WorldDocument
  /** The lines and files that have no effect, as sentences. */
  readonly warnings: readonly string[]
}

/** The error of a file, with its place. */
export interface FileError extends WorldFilePlace {
  readonly reason: string
  /** The lines around the error, from `firstLine` on. */
  readonly lines: readonly string[]
  readonly firstLine: number
}

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

const zoneOf = ({ name, octets }: ChosenFile): string => {
  const zone = zoneNameOf(zoneTextOf(octets), name)
  if (!zone.includes('.')) throw new WorldFileError({ file: name }, worldTexts.noZone)
  return zone
}

/** Parses a world file with its zone files, or zone files alone. */
const parseFiles = (files: readonly ChosenFile[]): FileFacts => {
  const isWorld = ({ name }: ChosenFile): boolean => /\.(?:ya?ml|json)$/i.test(name)
  const [world, second] = files.filter(isWorld)
  if (second !== undefined) throw new WorldFileError({ file: second.name }, worldTexts.oneWorldFile)
  const zones = files.filter((file) => !isWorld(file))
  const warnings: string[] = []
  const unread = new Set(zones)
  const domains = () => Object.fromEntries(zones.map((file) => [zoneOf(file), { zone: file.name }]))
  const document = parseWorld(
    world === undefined ? JSON.stringify({ domains: domains() }) : worldText(world.octets, world.name),
    {
      name: world?.name ?? zones[0]?.name,
      onWarning: (warning) => warnings.push(warning),
      readFile: (path) => {
        const zone = zones.find(({ name }) => name === baseName(path))
        if (zone === undefined) throw new Error(worldTexts.zoneNotChosen)
        unread.delete(zone)
        return zone.octets
      },
    },
  )
  const size = new TextEncoder().encode(JSON.stringify(document)).length
  if (size > MOST_BYTES)
    throw new WorldFileError({ file: (world ?? zones[0])?.name ?? '' }, runTexts.factsTooLarge(size, MOST_BYTES))
  return {
    world: document,
    warnings: [...warnings, ...[...unread].map(({ name }) => worldTexts.unusedZone(name, world?.name ?? ''))],
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Adds records to a document. They join the records of their type, or replace them. */
const withRecords = (
  document: WorldDocument | undefined,
  added: WorldDocument,
  isInPlace: boolean,
): Record<string, unknown> => {
  const domains: Record<string, unknown> = { ...document?.domains }
  for (const [name, { records = {}, ...facts }] of Object.entries(added.domains ?? {})) {
    const before: Readonly<Record<string, unknown>> = { ...document?.domains?.[name]?.records }
    const merged = Object.entries<unknown>({ ...records }).map(([type, list]): [string, unknown] => {
      if (isInPlace || !Array.isArray(list)) return [type, list]
      const all: unknown[] = [before[type] ?? [], list].flat()
      return [type, all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at)]
    })
    domains[name] = {
      ...document?.domains?.[name],
      ...facts,
      records: { ...before, ...Object.fromEntries(merged) },
    }
  }
  return { ...document, ...added, domains }
}

const fileOf = (name: string, text: string): ChosenFile => ({ name, octets: new TextEncoder().encode(text) })

const jsonFile = (value: unknown): ChosenFile => fileOf('text.json', JSON.stringify(value))

/** The values that a visitor types into the fields of a record. */
export interface RecordFields {
  readonly name: string
  readonly type: string
  readonly value: string
}

/** Adds a record to the facts. All its names are complete, with or without a dot at the end. Returns the facts, or a sentence with the error. */
export const addRecord = (
  document: WorldDocument | undefined,
  { name, type, value }: RecordFields,
): { readonly world: WorldDocument } | { readonly problem: string } => {
  const owner = name.trim().replace(/\.$/, '').toLowerCase()
  // A text without quotation marks is one value, however long it is.
  const isText = type === 'TXT' && !/^\s*"/.test(value) && value.trim() !== ''
  const facts = isText
    ? { records: { TXT: [value.trim()] } }
    : { zone: `$ORIGIN .\n${owner}. ${type} ${value.trim()}\n`, complete: false }
  try {
    const stated = parseFiles([jsonFile({ domains: { [owner]: facts } })]).world
    return { world: parseFiles([jsonFile(withRecords(document, stated, false))]).world }
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error
    return { problem: error.reason }
  }
}

/**
 * Reads a pasted text: a world document in YAML or JSON, which replaces the facts, or zone lines, which replace the records of their names
 * and types. With its SOA record, a text is the whole zone.
 */
export const readPasted = (
  facts: WorldDocument | undefined,
  text: string,
  domain: string,
): ReturnType<typeof readWorldFiles> => {
  const isDocument = /^\s*\{/.test(text) || /^(?:domains|hosts|addresses|lists|faults|known|strict)\s*:/m.test(text)
  if (isDocument) return readWorldFiles([fileOf('world.yaml', text)])
  const zone = zoneNameOf(text, domain)
  const answer = readWorldFiles([fileOf(`${zone}.zone`, text)])
  if ('error' in answer) return answer
  const isWhole = /\sSOA\s/i.test(text)
  const domains = Object.fromEntries(
    Object.entries(answer.world.domains ?? {}).map(([name, { complete: _complete, ...stated }]) => [
      name,
      isWhole && name === zone ? { ...stated, complete: true } : stated,
    ]),
  )
  const read = readWorldFiles([jsonFile(withRecords(facts, { ...answer.world, domains }, true))])
  return 'error' in read ? read : { world: read.world, warnings: answer.warnings }
}

/** Reads a world file in YAML or JSON, with the zone files that it names, or zone files alone: the document in canonical form, or the error with file, line and field. */
export const readWorldFiles = (files: readonly ChosenFile[]): FileFacts | { readonly error: FileError } => {
  try {
    return parseFiles(files)
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error
    const { reason } = error
    const place = { ...error.place, file: baseName(error.place.file) }
    const file = files.find(({ name }) => name === place.file)
    if (place.line === undefined || file === undefined) return { error: { ...place, reason, lines: [], firstLine: 1 } }
    const firstLine = Math.max(place.line - 2, 1)
    return {
      error: {
        ...place,
        reason,
        firstLine,
        lines: zoneTextOf(file.octets)
          .split('\n')
          .slice(firstLine - 1, place.line + 1),
      },
    }
  }
}

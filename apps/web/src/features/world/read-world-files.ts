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

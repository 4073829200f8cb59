import { readWorld, WorldDocumentError } from '@netbox/core'
import { readCapturedText } from './read-text.ts'
import { isDump, readDump } from './read-dump.ts'
import type { CaptureProblem } from './captured-answer.ts'
import { statementsOf } from './statements.ts'
import { worldFileText } from './world-file-text.ts'

/** A file with captured answers. */
export interface CapturedFile {
  readonly name: string
  readonly text: string
}

/** The world file of captured answers. */
export interface ImportedWorld {
  /** The world file, in YAML: sorted, one line for each record, with the file, line, server and time of its answer. */
  readonly text: string
  /** The number of facts in the file. */
  readonly facts: number
  /** The lines that can't be read, in the order of the files. */
  readonly unread: readonly CaptureProblem[]
  /** The answers that the file does not have, with the reason. */
  readonly omitted: readonly CaptureProblem[]
}

// Each fact that contradicts others is left out, and all are checked again.
const MOST_CONTRADICTIONS = 100

/**
 * Writes captured answers as a world file: what dig, kdig, drill and delv print, transfers, zone files, and the dumps of dnsviz and zonemaster, in
 * any mixture. Queries nothing.
 *
 * @example
 * importWorld([{ name: 'dig.txt', text: 'www.shop.example. 300 IN A 192.0.2.1' }]).text.includes('{ address: "192.0.2.1", ttl: 300 } # dig.txt:1') // => true
 */
export const importWorld = (files: readonly CapturedFile[]): ImportedWorld => {
  const read = files.map(({ name, text }) => (isDump(text) ? readDump(text, name) : readCapturedText(text, name)))
  const statements = statementsOf(read.flatMap(({ answers }) => answers))
  const omitted = [...statements.omitted]
  for (let left = MOST_CONTRADICTIONS; left > 0; left--) {
    try {
      readWorld(statements.document())
      break
    } catch (error) {
      if (!(error instanceof WorldDocumentError)) throw error
      const place = statements.remove(error.path)
      if (place === undefined) throw error
      omitted.push({ file: place.file, line: place.line, message: error.reason })
    }
  }
  const { text, facts } = worldFileText(statements)
  const inOrder = files.flatMap(({ name }) =>
    omitted.filter(({ file }) => file === name).toSorted((one, other) => one.line - other.line),
  )
  return { text, facts, unread: read.flatMap(({ problems }) => problems), omitted: inOrder }
}

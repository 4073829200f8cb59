import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import type { WorldDocument } from '@netbox/core'
import { parseWorld } from './parse-world.ts'

/** Reads a zone file. If that fails, throws an error with the system's reason as text. */
const readZoneFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const isOfSystem = error instanceof Error && 'errno' in error && typeof error.errno === 'number'
    throw isOfSystem ? new Error(getSystemErrorMessage(error.errno as number), { cause: error }) : error
  }
}

/**
 * Reads a world file, in YAML or JSON. Paths of zone files are relative to the world file. Throws core's `ToolError`, with the line and the
 * field, for an invalid document, and the file system's error for a file that can't be read.
 */
export const readWorldFile = (path: string): WorldDocument =>
  parseWorld(readFileSync(path, 'utf8'), {
    name: path,
    readFile: (zone) => readZoneFile(resolve(dirname(path), zone)),
  })

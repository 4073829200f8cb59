import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import type { WorldDocument } from '@netbox/core'
import { parseWorld } from './parse-world.ts'

/** Reads the zone file of a world file. Throws an error with the system's reason in words. */
const readZoneFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const isOfSystem = error instanceof Error && 'errno' in error && typeof error.errno === 'number'
    throw isOfSystem ? new Error(getSystemErrorMessage(error.errno as number), { cause: error }) : error
  }
}

/**
 * Reads a world file, YAML or JSON. Paths of zone files are relative to it. Throws core's `ToolError`, with the line and the field, for an
 * invalid document, and the error of the file system for a file that can't be read.
 */
export const readWorldFile = (path: string): WorldDocument =>
  parseWorld(readFileSync(path, 'utf8'), {
    name: path,
    readFile: (zone) => readZoneFile(resolve(dirname(path), zone)),
  })

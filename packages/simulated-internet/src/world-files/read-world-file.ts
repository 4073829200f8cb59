import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { WorldDocument } from '@netbox/core'
import { parseWorld } from './parse-world.ts'

/**
 * Reads a world file, YAML or JSON. Paths of zone files are relative to it. Throws core's `ToolError`, with the line and the field, for
 * a document that can't be, and the error of the file system for a file that can't be read.
 */
export const readWorldFile = (path: string): WorldDocument =>
  parseWorld(readFileSync(path, 'utf8'), {
    name: path,
    readFile: (zone) => readFileSync(resolve(dirname(path), zone), 'utf8'),
  })

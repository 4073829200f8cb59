import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from './system-errors.ts'

const make = (path: string, mode: number): void => {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // It exists, or another process has created it.
    if (!hasCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}

/** Creates a folder with its parents. Node's own `recursive` never ends in a file system that refuses new folders, such as /proc. */
export const makeFolder = (path: string, mode = 0o777): void => {
  try {
    make(path, mode)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    makeFolder(dirname(path), mode)
    make(path, mode)
  }
}

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

const makeWithParents = (path: string, mode: number): void => {
  try {
    make(path, mode)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    makeWithParents(dirname(path), mode)
    make(path, mode)
  }
}

/**
 * Creates a folder with its parents. Node's own `recursive` never ends in a file system that refuses new folders, such as /proc. An error
 * keeps its code, and its message names the folder.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  try {
    makeWithParents(path, mode)
  } catch (error) {
    if (error instanceof Error)
      error.message = `${path} can't be created (${error.message}): choose a folder that this user may write`
    throw error
  }
}

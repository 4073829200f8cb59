import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSystemError } from './files.ts'

/*
 * The command keeps its state in append-only files. It writes each record in one call, with a line break before it. Processes never wait
 * for each other. A process that is killed during a write damages only its own record, because the next record starts a new line.
 */

const open = (path: string): number => {
  try {
    return openSync(path, 'a+', 0o600)
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    return openSync(path, 'a+', 0o600)
  }
}

/** Opens a file for appending, and creates its folder if needed. Throws the system's error if that fails. */
export const openAppendOnly = (path: string) => {
  const descriptor = open(path)
  let offset = 0
  return {
    /** Appends one record, a text without line breaks. */
    append: (record: string) => {
      writeSync(descriptor, `\n${record}`)
    },
    /** Reads what this and other processes have added since the last call: complete lines and perhaps an incomplete last one. */
    read: () => {
      const { size } = fstatSync(descriptor)
      if (size <= offset) return ''
      const bytes = Buffer.allocUnsafe(size - offset)
      const count = readSync(descriptor, bytes, 0, bytes.length, offset)
      offset += count
      return bytes.toString('utf8', 0, count)
    },
    close: () => closeSync(descriptor),
  }
}

/** Removes the files of a folder whose names sort before `oldest`. Never throws, because the cleanup is optional. */
export const removeOlder = (folder: string, oldest: string): void => {
  try {
    for (const name of readdirSync(folder)) if (name < oldest) rmSync(join(folder, name), { force: true })
  } catch {
    // The run continues although the folder can't be read or cleaned.
  }
}

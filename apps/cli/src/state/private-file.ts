import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { unreadable, unwritable } from '../texts/messages.ts'
import { notYours } from '../texts/account-messages.ts'
import { isSystemError } from './files.ts'

/* Files that only their owner can read: mode 0600, in a folder with mode 0700. Each file is written completely or not at all. */

const OTHERS = 0o077
const WRITABLE_BY_OTHERS = 0o022

const isMissing = (error: unknown): boolean => isSystemError(error, 'ENOENT', 'ENOTDIR')

const ownerIsOther = (uid: number): boolean => {
  const own = process.getuid?.()
  return own !== undefined && uid !== own && uid !== 0
}

const checkFolder = (folder: string): void => {
  const { mode, uid } = statSync(folder)
  if ((mode & WRITABLE_BY_OTHERS) !== 0 || ownerIsOther(uid)) throw notYours(folder, '700')
}

const open = (path: string): number | undefined => {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unreadable(path, error)
  }
}

/**
 * Reads a private file. Returns undefined if there is none. Throws a `CommandError` if other users can read the file or change the folder,
 * unless `anyway` is set. Windows has no such modes, so nothing is checked there: the user's profile folder is protected.
 */
export const readPrivate = (path: string, { anyway = false } = {}): string | undefined => {
  const descriptor = open(path)
  if (descriptor === undefined) return undefined
  try {
    const { mode, uid } = fstatSync(descriptor)
    if (!anyway && process.platform !== 'win32') {
      if ((mode & OTHERS) !== 0 || ownerIsOther(uid)) throw notYours(path, '600')
      checkFolder(dirname(path))
    }
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Creates the folder for private files if it is missing, readable only by its owner. */
const makePrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** Writes a private file, completely or not at all. Throws a `CommandError` if it can't be written. */
export const writePrivate = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}.tmp`
  try {
    makePrivateFolder(dirname(path))
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw unwritable(path, error)
  }
}

/** Removes a private file. Throws a `CommandError` if that fails. */
export const removePrivate = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!isMissing(error)) throw unwritable(path, error)
  }
}

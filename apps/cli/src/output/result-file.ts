import {
  existsSync,
  accessSync,
  chmodSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unwritable } from '../texts/messages.ts'
import { out, write } from './write.ts'
import { isSystemError } from '../state/files.ts'

/** The destination of results. */
export interface ResultSink {
  readonly write: (text: string) => void
  /** Makes the result final. */
  readonly commit: () => void
  /** Removes the draft. A later `commit` changes no file. */
  readonly discard: () => void
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  }
}

const nothing = (): void => undefined

const straight = (path: string): ResultSink => {
  const descriptor = openSync(path, 'w')
  return { write: (text) => write(descriptor, text), commit: () => closeSync(descriptor), discard: nothing }
}

const atomic = (path: string, existing: Stats | undefined): ResultSink => {
  const target = existing === undefined ? path : realpathSync(path)
  // Without this check, the rename would replace even a read-only file.
  if (existing !== undefined) accessSync(target, constants.W_OK)
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  const descriptor = openSync(draft, 'wx', 0o666)
  let isDiscarded = false
  if (existing !== undefined) chmodSync(draft, existing.mode)
  return {
    write: (text) => write(descriptor, text),
    commit: () => {
      closeSync(descriptor)
      if (isDiscarded) return
      try {
        renameSync(draft, target)
      } catch (error) {
        rmSync(draft, { force: true })
        throw error
      }
    },
    discard: () => {
      isDiscarded = true
      rmSync(draft, { force: true })
    },
  }
}

export const toStdout: ResultSink = { write: out, commit: nothing, discard: nothing }

/**
 * Opens a file for a result. The result goes to a draft in the same folder, which replaces the file on commit. So the file is never
 * incomplete. Throws a `CommandError` if the file can't be written.
 */
const toFile = (path: string): ResultSink => {
  try {
    const existing = statOf(path)
    // A pipe or a device must not be replaced by a file, so it is opened directly. Opening a folder fails.
    const sink = existing === undefined || existing.isFile() ? atomic(path, existing) : straight(path)
    return {
      write: (text) => attempt(path, () => sink.write(text)),
      commit: () => attempt(path, sink.commit),
      discard: sink.discard,
    }
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Opens the destination that an option names: a file, or stdout for '-' and without the option. */
export const sinkOf = (path: string | undefined): ResultSink =>
  path === undefined || path === '-' ? toStdout : toFile(path)

const attempt = (path: string, action: () => void): void => {
  try {
    action()
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Returns a free file name. If `name` is taken, adds a number before its extension: `run-2.txt`. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name
  const dot = name.lastIndexOf('.')
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, dot)}-${number}${name.slice(dot)}`
    if (!isTaken(next)) return next
  }
}

/** Saves text in the current folder and returns the name of the file. Never overwrites a file. */
export const saveNewFile = (name: string, text: string): string => {
  const free = freeName(name, existsSync)
  const file = toFile(free)
  try {
    file.write(text)
    file.commit()
  } catch (error) {
    file.discard()
    throw error
  }
  return free
}

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import type { WorldDocument } from '@netbox/core'
import { MAX_WORLD_FILE_BYTES, parseWorld, type ParseWorldOptions, WORLD_FILE_LIMIT, worldText } from './parse-world.ts'

/** Throws for a pipe or a device. For a folder, the system has its own error. */
const requireRegular = (found: Stats): void => {
  if (!found.isFile() && !found.isDirectory()) throw new Error(`it is not a regular file; ${WORLD_FILE_LIMIT}`)
}

// Opening a pipe would wait for a writer. (Windows has no such flags.)
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads a file up to the limit. Throws for a larger one, and for a pipe or a device, which may have no end. */
const readLimited = (path: string, flags = FLAGS): Buffer => {
  // Checked again when it is open, because another file can take its place.
  requireRegular(statSync(path))
  const file = openSync(path, flags)
  try {
    requireRegular(fstatSync(file))
    const bytes = Buffer.alloc(MAX_WORLD_FILE_BYTES + 1)
    let size = 0
    for (let read = -1; read !== 0 && size < bytes.length; size += read) read = readSync(file, bytes, { offset: size })
    if (size > MAX_WORLD_FILE_BYTES) throw new Error(`it is too large; ${WORLD_FILE_LIMIT}`)
    return bytes.subarray(0, size)
  } finally {
    closeSync(file)
  }
}

/** Reads a zone file, or a file below a folder. If that fails, throws an error with the system's reason as text. */
const readNamedFile = (path: string, below?: string): Buffer => {
  try {
    if (below === undefined) return readLimited(path)
    // A link may lead out of the folder, also one that takes the place of the file from here on.
    const real = realpathSync(path)
    if (!real.startsWith(realpathSync(below) + sep)) throw new Error('it is not below the folder of the world file')
    return readLimited(real, FLAGS | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    const isOfSystem = error instanceof Error && 'errno' in error && typeof error.errno === 'number'
    throw isOfSystem ? new Error(getSystemErrorMessage(error.errno as number), { cause: error }) : error
  }
}

/**
 * Reads a world file, in YAML or JSON. Paths of zone files are relative to the world file; bodies of replies and OpenAPI documents lie below its folder. Throws core's `ToolError`, with the line and the
 * field, for an invalid document, and an error with the reason for a file that can't be read: the file system's, or that it is not a
 * regular file of at most 1 MB. Calls `onWarning` with a sentence for each line of a zone file that netbox ignores, and `onError`, if given, with each error instead of throwing the first.
 */
export const readWorldFile = (
  path: string,
  { onWarning, onError, onKeys }: Pick<ParseWorldOptions, 'onWarning' | 'onError' | 'onKeys'> = {},
): WorldDocument =>
  parseWorld(worldText(readLimited(path), path), {
    name: path,
    onWarning,
    onError,
    onKeys,
    readFile: (zone) => readNamedFile(resolve(dirname(path), zone)),
    readBody: (file) => readNamedFile(resolve(dirname(path), file), dirname(path)),
  })

import { closeSync, openSync, readSync } from 'node:fs'
import { unreadable } from '../texts/messages.ts'

/** Returns whether an error is a system error with one of these codes, such as `ENOENT`. */
export const isSystemError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The maximum size of a text in MB: far more than the runs of a long batch. A pipe or a device may have no end. */
const MOST_MB = 100

const readLimited = (file: number): string => {
  const chunks: Buffer[] = []
  for (let size = 0; size <= MOST_MB * 1e6;) {
    const chunk = Buffer.allocUnsafe(65_536)
    const read = readSync(file, chunk)
    if (read === 0) return Buffer.concat(chunks).toString()
    chunks.push(chunk.subarray(0, read))
    size += read
  }
  throw new Error(`it has more than ${MOST_MB} MB`)
}

/** Reads a whole file, or stdin ('-'), of at most 100 MB. Throws a `CommandError` for a larger or unreadable file. */
export const readText = (path: string): string => {
  let file: number | undefined
  try {
    file = path === '-' ? 0 : openSync(path, 'r')
    return readLimited(file)
  } catch (error) {
    throw unreadable(path === '-' ? 'stdin' : path, error)
  } finally {
    if (file !== undefined && file !== 0) closeSync(file)
  }
}

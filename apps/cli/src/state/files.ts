import { readFileSync } from 'node:fs'
import { unreadable } from '../texts/messages.ts'

/** Returns whether an error is a system error with one of these codes, such as `ENOENT`. */
export const isSystemError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Reads a whole file, or stdin ('-'). Throws a `CommandError` for an unreadable file. */
export const readText = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw unreadable(path === '-' ? 'stdin' : path, error)
  }
}

import { readFileSync } from 'node:fs'
import { unreadable } from './messages.ts'

/** Reads a file as a whole, or stdin ('-'). Throws a `CommandError` where it can't be read. */
export const readText = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw unreadable(path === '-' ? 'stdin' : path, error)
  }
}

import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { CommandError } from '../../exit.ts'
import { unwritable } from '../../texts/messages.ts'
import { write } from '../../output/write.ts'
import { keyOf } from './addresses.ts'
import { fieldsOf, parseJson } from '../../state/json.ts'

const PIECE = 65_536
// The maximum length of a line. No result is longer, so a longer line means that the file does not contain results.
const LONGEST = 1_048_576
const BREAK = 10

const noResults = (path: string, line: number): CommandError =>
  new CommandError({
    code: 'unreadable_file',
    title: 'Unreadable file',
    message: `'${path}' contains other data than results of 'netbox verify --json' (line ${line}), so it was not changed.`,
  })

const emailOf = (text: string): string | undefined => {
  const fields = fieldsOf(parseJson(text))
  // An address that could not be sent is tried again.
  if (fields.has('input') && fields.has('error')) return ''
  const email = fields.get('email')
  return fields.has('status') && typeof email === 'string' ? email : undefined
}

/** Reads the complete lines of a file. Returns the offset after the last one. */
const readLines = (descriptor: number, onLine: (line: string) => void): number => {
  const piece = Buffer.allocUnsafe(PIECE)
  let rest = Buffer.alloc(0)
  let end = 0
  for (;;) {
    const count = readSync(descriptor, piece, 0, PIECE, null)
    if (count === 0) return end
    rest = Buffer.concat([rest, piece.subarray(0, count)])
    for (let at = rest.indexOf(BREAK); at >= 0; at = rest.indexOf(BREAK)) {
      onLine(rest.toString('utf8', 0, at))
      rest = rest.subarray(at + 1)
      end += at + 1
    }
    if (rest.length > LONGEST) throw new RangeError('A line is too long.')
  }
}

const open = (path: string): number => {
  try {
    return openSync(path, 'a+', 0o600)
  } catch (error) {
    throw unwritable(path, error)
  }
}

/**
 * Opens a file of results to continue. Creates it if it is missing. Removes an incomplete last line, so that its address is verified again.
 * Throws a `CommandError` for a file with other data, and leaves it unchanged.
 */
export const openResumeFile = (path: string) => {
  const descriptor = open(path)
  const done = new Set<string>()
  let number = 0
  try {
    const end = readLines(descriptor, (line) => {
      number++
      if (line.trim() === '') return
      const email = emailOf(line)
      if (email === undefined) throw noResults(path, number)
      if (email !== '') done.add(keyOf(email))
    })
    const { size } = fstatSync(descriptor)
    // Without a complete line, the file may be any file: it is truncated only if it starts like a result.
    if (size > end && end === 0 && !startsAsResult(descriptor)) throw noResults(path, 1)
    if (size > end) ftruncateSync(descriptor, end)
  } catch (error) {
    closeSync(descriptor)
    throw error instanceof RangeError ? noResults(path, number + 1) : error
  }
  return {
    /** The addresses in the file when it was opened. */
    done: done as ReadonlySet<string>,
    write: (text: string) => {
      try {
        write(descriptor, text)
      } catch (error) {
        throw unwritable(path, error)
      }
    },
    close: () => closeSync(descriptor),
  }
}

const startsAsResult = (descriptor: number): boolean => {
  const start = '{"email":'
  const bytes = Buffer.alloc(start.length)
  const count = readSync(descriptor, bytes, 0, start.length, 0)
  return start.startsWith(bytes.toString('utf8', 0, count))
}

import { closeSync, openSync, writeSync } from 'node:fs'
import type { RequestEntry } from './request-log.ts'

/** A file that logs every request. */
export interface LogFile {
  readonly write: (entry: RequestEntry) => void
  /** Writes the remaining lines and closes the file. */
  readonly close: () => void
}

const FLUSH_TIME = 50

/** Opens a file and appends entries to it, one JSON object per line. Throws the system's error if the file can't be written. */
export const openLogFile = (path: string): LogFile => {
  const file = openSync(path, 'a')
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) writeSync(file, lines.join(''))
    lines = []
  }
  return {
    write: ({ at, ...entry }) => {
      lines.push(`${JSON.stringify({ at: new Date(at).toISOString(), ...entry })}\n`)
      timer ??= setTimeout(flush, FLUSH_TIME)
    },
    close: () => {
      flush()
      closeSync(file)
    },
  }
}

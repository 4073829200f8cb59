import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs'
import { isSystemError } from '../state/files.ts'

const still = new Int32Array(new SharedArrayBuffer(4))
const PAUSE = 2

/** Returns whether an error means that the reader closed the pipe, as `| head -1` does. */
export const isClosedPipe = (error: unknown): boolean => isSystemError(error, 'EPIPE', 'EOF')

/**
 * Writes to stdout or stderr and returns when everything is written. `process.stdout` would also work, but loading Node's streams takes a
 * tenth of Node's start time. If the reader of a pipe is slow, this process waits, so output never accumulates in memory.
 */
export const write = (descriptor: number, text: string): void => {
  const bytes = Buffer.from(text)
  let offset = 0
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset)
    } catch (error) {
      // EAGAIN: the pipe is full and non-blocking. The process at the other end can make it non-blocking.
      if (!isSystemError(error, 'EAGAIN')) throw error
      Atomics.wait(still, 0, 0, PAUSE)
    }
  }
}

/** Writes to stdout. */
export const out = (text: string): void => write(1, text)

/** Writes to stderr. A closed stderr is not an error, because the result matters more. */
export const err = (text: string): void => {
  try {
    write(2, text)
  } catch (error) {
    if (!isClosedPipe(error)) throw error
  }
}

/**
 * Returns whether standard output was closed when the process started (`>&-`). Node then opens /dev/null for reading and writing; a shell
 * that redirects to /dev/null opens it write-only. On Linux, /proc distinguishes the two cases.
 */
export const isStdoutClosed = (): boolean => {
  try {
    const { rdev } = fstatSync(1)
    if (process.platform !== 'linux' || rdev !== statSync('/dev/null').rdev) return false
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? ''
    const READ_AND_WRITE = 2
    return (Number.parseInt(flags, 8) & 3) === READ_AND_WRITE
  } catch {
    return false
  }
}

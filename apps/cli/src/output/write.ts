import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs'
import { isSystemError } from '../files.ts'

const still = new Int32Array(new SharedArrayBuffer(4))
const PAUSE = 2

/** Returns whether an error means that nobody reads the output any more, as after `| head -1`. */
export const isClosedPipe = (error: unknown): boolean => isSystemError(error, 'EPIPE', 'EOF')

/**
 * Writes to stdout or stderr and returns when all of it is written. `process.stdout` would do, but loading Node's
 * streams takes a tenth of its start; and a pipe whose reader is slow slows us here, so that output never piles up.
 */
export const write = (descriptor: number, text: string): void => {
  const bytes = Buffer.from(text)
  let offset = 0
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset)
    } catch (error) {
      // The other end set the pipe not to block and has not read yet.
      if (!isSystemError(error, 'EAGAIN')) throw error
      Atomics.wait(still, 0, 0, PAUSE)
    }
  }
}

/** Writes to stdout. */
export const out = (text: string): void => write(1, text)

/** Writes to stderr. A closed stderr is no error: the result matters more. */
export const err = (text: string): void => {
  try {
    write(2, text)
  } catch (error) {
    if (!isClosedPipe(error)) throw error
  }
}

/**
 * Returns whether standard output was closed when the process started (`>&-`). Node then opens /dev/null in its place, for reading and
 * writing; a shell redirecting to /dev/null opens it write-only. On Linux, /proc tells the two cases apart.
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

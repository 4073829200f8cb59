import { writeSync } from 'node:fs'
import { isSystemError } from '../state/files.ts'
import { unwritable } from '../texts/messages.ts'

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

/** Writes to stdout. Throws a `CommandError` if stdout can't be written, such as on a full disk. */
export const out = (text: string): void => {
  try {
    write(1, text)
  } catch (error) {
    throw isClosedPipe(error) ? error : unwritable('stdout', error)
  }
}

/** Writes to stderr. An error of stderr is ignored, because the result and the exit code matter more. */
export const err = (text: string): void => {
  try {
    write(2, text)
  } catch {
    // There is no other place for the message.
  }
}

import { write, writeSync } from 'node:fs'

/** The most text that waits to be written, in bytes. */
const CAPACITY = 1_048_576
/** How much is written at once, and after how long what is less. */
const BATCH = 12_288
const INTERVAL = 500
/** How long the end of the process waits for a reader, in milliseconds. */
const FLUSH = 500
const PAUSE = 10

/** Where the lines of a log go. */
export interface LogDestination {
  write(line: string): void
  /** Writes waiting lines before it returns. Gives up on a full disk, and after half a second on a reader that doesn't read. */
  flush(): void
  /** Returns how many lines found no room. */
  dropped(): number
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/**
 * Makes a destination that never stops the process: on a full disk, and where a reader doesn't read, a megabyte of lines waits, and more
 * are dropped and counted. `onDropped` hears the number once lines are written again. pino's own destination ends the process instead,
 * and its last flush tries forever.
 */
export const createLogDestination = (fd: number, onDropped: (lines: number) => void): LogDestination => {
  let waiting: string[] = []
  let length = 0
  // The bytes of the write in progress. After an error or a partial write, the rest is written again.
  let current = Buffer.alloc(0)
  let isWriting = false
  let dropped = 0
  let reported = 0

  /** Moves waiting lines into `current`; returns whether there are any. */
  const take = (): boolean => {
    if (current.length === 0) {
      current = Buffer.from(waiting.join(''))
      waiting = []
      length = 0
    }
    return current.length > 0
  }

  const report = (): void => {
    const lines = dropped - reported
    reported = dropped
    if (lines > 0) onDropped(lines)
  }

  const writeOn = (): void => {
    if (isWriting || !take()) return
    isWriting = true
    const chunk = current
    write(fd, chunk, (error, written) => {
      isWriting = false
      // The next interval tries again, unless the last flush continued without it.
      if (error !== null || chunk !== current) return
      current = current.subarray(written)
      if (current.length === 0) report()
      if (current.length > 0 || length >= BATCH) writeOn()
    })
  }
  setInterval(writeOn, INTERVAL).unref()

  return {
    write: (line) => {
      const size = Buffer.byteLength(line)
      if (length + current.length + size > CAPACITY) {
        dropped += 1
        return
      }
      waiting.push(line)
      length += size
      if (length >= BATCH) writeOn()
    },
    flush: () => {
      // The write in progress completes without us.
      if (isWriting) current = Buffer.alloc(0)
      for (const end = performance.now() + FLUSH; performance.now() < end && take();) {
        try {
          current = current.subarray(writeSync(fd, current))
        } catch (error) {
          if (!isBusy(error)) return
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
        }
      }
    },
    dropped: () => dropped,
  }
}

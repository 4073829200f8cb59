import { type Logger, pino } from 'pino'
import { write, writeSync } from 'node:fs'

/** The maximum size of the queued text, in bytes. */
const CAPACITY = 1_048_576
/** The number of collected bytes that starts a write, and the interval in milliseconds at which fewer bytes are written too. */
const BATCH = 12_288
const INTERVAL = 500
/** The time that an ending process waits for the reader of its log, in milliseconds. */
const FLUSH = 500
const PAUSE = 10

/** The destination of log lines. */
interface LogDestination {
  write(line: string): void
  /** Writes the queued lines synchronously. Gives up if the disk is full, or if the reader is blocked for half a second. */
  flush(): void
  /** Returns the number of dropped lines. */
  dropped(): number
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/**
 * Creates a destination that never stops the process. On a full disk, or with a blocked reader, it queues up to a megabyte of lines; more
 * lines are dropped and counted. `onDropped` gets the number of dropped lines when writing works again. pino's own destination would end
 * the process, and its last flush would retry forever.
 */
const createLogDestination = (fd: number, onDropped: (lines: number) => void): LogDestination => {
  let waiting: string[] = []
  let length = 0
  // The bytes of the write in progress. After an error or a partial write, the rest is written again.
  let current = Buffer.alloc(0)
  let isWriting = false
  let dropped = 0
  let reported = 0

  /** Moves the queued lines into `current`; returns whether there are any. */
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
      // The next interval retries. After a flush, `current` has changed, and this write no longer counts.
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
      // The write in progress still completes, so its text is not written again.
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

/** The log, which is flushed before the process ends. */
export interface Log extends Pick<LogDestination, 'flush' | 'dropped'> {
  readonly logger: Logger
}

/** Returns only the type, message, code and stack of an error, because the extra fields of drivers' errors contain queries and values. */
const plainError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) }
  return { type: name, message, ...('code' in error ? { code: error.code } : {}), stack, ...cause }
}

// A single function, so that a process with several logs has one listener.
const ignore = (): void => undefined

/** Creates the log: lines of JSON on standard output, written in the background and in batches. */
export const createLog = (level: string): Log => {
  // Accessing the stream makes Node set a pipe or socket to non-blocking. A blocking write could not be abandoned.
  process.stdout.off('error', ignore).on('error', ignore)
  const destination = createLogDestination(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines dropped'))
  const logger = pino({ level, base: null, serializers: { err: plainError } }, destination)
  return { ...destination, logger }
}

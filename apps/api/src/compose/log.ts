import { type Logger, pino } from 'pino'
import { createLogDestination, type LogDestination } from './log-destination.ts'

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

/** Creates the log: lines of JSON on standard output, written in the background and in batches. */
export const createLog = (level: string): Log => {
  // Accessing the stream makes Node set a pipe or socket to non-blocking. A blocking write could not be abandoned.
  process.stdout.on('error', () => undefined)
  const destination = createLogDestination(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines dropped'))
  const logger = pino({ level, base: null, serializers: { err: plainError } }, destination)
  return { ...destination, logger }
}

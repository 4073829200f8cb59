import { type Logger, pino } from 'pino'
import { createLogDestination, type LogDestination } from './log-destination.ts'

/** The log, and what writes the last of it before the process ends. */
export interface Log extends Pick<LogDestination, 'flush' | 'dropped'> {
  readonly logger: Logger
}

/** Returns kind and place of an error; the fields that drivers hang on their errors hold queries and their values. */
const plainError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) }
  return { type: name, message, ...('code' in error ? { code: error.code } : {}), stack, ...cause }
}

/** Makes the log: lines of JSON on standard output, written in the background and several at a time. */
export const createLog = (level: string): Log => {
  // Node makes a pipe or socket non-blocking when it opens the stream; a write to a blocking one could never be given up.
  process.stdout.on('error', () => undefined)
  const destination = createLogDestination(process.stdout.fd, (lines) => logger.warn({ lines }, 'log lines dropped'))
  const logger = pino({ level, base: null, serializers: { err: plainError } }, destination)
  return { ...destination, logger }
}

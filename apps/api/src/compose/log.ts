import { type Logger, pino } from 'pino'

/** The log, and what writes the last of it before the process ends. */
export interface Log {
  readonly logger: Logger
  flush(): void
}

/** Says what happened and where; the fields that drivers hang on their errors hold queries and their values. */
const plainError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) }
  return { type: name, message, ...('code' in error ? { code: error.code } : {}), stack, ...cause }
}

/** Makes the log: lines of JSON on standard output, written in the background and several at a time. */
export const createLog = (level: string): Log => {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 500 })
  return {
    logger: pino({ level, base: null, serializers: { err: plainError } }, destination),
    flush: () => destination.flushSync(),
  }
}

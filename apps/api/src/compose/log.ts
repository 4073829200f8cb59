import { type Logger, pino } from 'pino'

/** Where the log is written, and how it gets there before the process ends. */
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

/** Makes the log: lines of JSON on standard output, written in pieces, because a write for each line costs more than the answer. */
export const createLog = (level: string): Log => {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 500 })
  const logger = pino({ level, base: null, serializers: { err: plainError } }, destination)
  return { logger, flush: () => destination.flushSync() }
}

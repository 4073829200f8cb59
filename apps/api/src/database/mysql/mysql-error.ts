import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '../../system-errors.ts'
import { DatabaseUnavailable } from '../database.ts'

/** Server errors after which a retry may succeed. In all cases the server has rolled back the statement or the transaction. */
const REPEATABLE: ReadonlySet<number> = new Set([
  1020, // ER_CHECKREAD: the row changed since it was read
  1047, // ER_UNKNOWN_COM_ERROR: a node of a cluster that is not ready
  1205, // ER_LOCK_WAIT_TIMEOUT
  1213, // ER_LOCK_DEADLOCK, and a transaction that a cluster did not certify
])

/** Server errors caused by the machine or its configuration, not by the statement. */
const TROUBLE: ReadonlySet<number> = new Set([
  1021, // ER_DISK_FULL
  1028, // ER_FILSORT_ABORT
  1040, // ER_CON_COUNT_ERROR
  1041, // ER_OUT_OF_RESOURCES
  1044, // ER_DBACCESS_DENIED_ERROR
  1045, // ER_ACCESS_DENIED_ERROR
  1049, // ER_BAD_DB_ERROR
  1053, // ER_SERVER_SHUTDOWN
  1114, // ER_RECORD_FILE_FULL
  1129, // ER_HOST_IS_BLOCKED
  1130, // ER_HOST_NOT_PRIVILEGED
  1135, // ER_CANT_CREATE_THREAD
  1203, // ER_TOO_MANY_USER_CONNECTIONS
  1226, // ER_USER_LIMIT_REACHED
  1290, // ER_OPTION_PREVENTS_STATEMENT: the server is read-only
  1317, // ER_QUERY_INTERRUPTED
  1836, // ER_READ_ONLY_MODE
  1927, // ER_CONNECTION_KILLED (MariaDB)
  1969, // ER_STATEMENT_TIMEOUT (MariaDB)
  3024, // ER_QUERY_TIMEOUT (MySQL)
  3169, // ER_SESSION_WAS_KILLED (MySQL)
  4031, // ER_CLIENT_INTERACTION_TIMEOUT (MySQL)
])

const numberOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' ? error.errno : undefined

/**
 * Returns whether Node or the driver created the error, for a broken connection or an unavailable pool: such an error has no error number
 * of the server.
 */
const isFatal = (error: unknown): boolean =>
  error instanceof Error &&
  (('fatal' in error && error.fatal === true) ||
    ('syscall' in error && typeof error.syscall === 'string') ||
    ['Queue limit reached.', 'Pool is closed.'].includes(error.message))

/** Returns whether the same transaction may succeed if it restarts from its beginning. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(numberOf(error) ?? 0)

/** Converts problems of the server or the network to `DatabaseUnavailable` and returns every other error unchanged. */
export const toMysqlFailure = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable || isRepeatable(error)) return error
  const trouble = TROUBLE.has(numberOf(error) ?? 0) || isFatal(error)
  return trouble && error instanceof Error
    ? new DatabaseUnavailable(`MySQL: ${error.message}`, { cause: error })
    : error
}

/** The time after which no retry starts, in milliseconds, because a client is waiting. */
export const REPEAT_LIMIT = 2000
const ATTEMPTS = 12

/**
 * Runs work again while its error is repeatable, after growing random waits, and for at most `limit` milliseconds. Throws the error of
 * the work, or `DatabaseUnavailable` after too many repetitions.
 */
export const repeatUndone = async <Result>(
  work: () => Promise<Result>,
  again: (error: unknown, attempt: number) => boolean,
  limit = REPEAT_LIMIT,
): Promise<Result> => {
  const start = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!again(error, attempt)) throw error
      if (attempt === ATTEMPTS || performance.now() - start > limit) {
        throw new DatabaseUnavailable(`MySQL: the transaction was rolled back too often: ${reasonOf(error)}`, {
          cause: error,
        })
      }
    }
    // Random, so that conflicting transactions don't conflict again.
    await wait(randomInt(1, 5 + 5 * 2 ** Math.min(attempt, 5)))
  }
}

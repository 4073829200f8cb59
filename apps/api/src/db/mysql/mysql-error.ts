import { DatabaseUnavailable } from '../database.ts'

/** Server errors that a repetition may get past; all have undone the statement or the transaction. */
const REPEATABLE: ReadonlySet<number> = new Set([
  1020, // ER_CHECKREAD: the row changed since it was read
  1047, // ER_UNKNOWN_COM_ERROR: a node of a cluster that is not ready
  1205, // ER_LOCK_WAIT_TIMEOUT
  1213, // ER_LOCK_DEADLOCK, and a transaction that a cluster did not certify
])

/** Server errors that tell of the machine or its setting, not of the statement. */
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

/** Errors that Node or the driver make when a connection breaks: they have no number of the server's. */
const isFatal = (error: unknown): boolean =>
  error instanceof Error &&
  (('fatal' in error && error.fatal === true) ||
    ('syscall' in error && typeof error.syscall === 'string') ||
    ['Queue limit reached.', 'Pool is closed.'].includes(error.message))

/** Returns whether the same transaction may work when it is run again from its start. */
export const isRepeatable = (error: unknown): boolean => REPEATABLE.has(numberOf(error) ?? 0)

/** Turns trouble of the server or the network into `DatabaseUnavailable` and leaves every other error as it is. */
export const toMysqlFailure = (error: unknown): unknown => {
  if (error instanceof DatabaseUnavailable || isRepeatable(error)) return error
  const trouble = TROUBLE.has(numberOf(error) ?? 0) || isFatal(error)
  return trouble && error instanceof Error
    ? new DatabaseUnavailable(`MySQL: ${error.message}`, { cause: error })
    : error
}

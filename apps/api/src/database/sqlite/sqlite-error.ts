import { DatabaseUnavailable } from '../database.ts'

/** Result codes about the machine, not about the statement: https://sqlite.org/rescode.html */
const trouble: ReadonlyMap<number, string> = new Map([
  [5, 'another process holds the lock'],
  [6, 'a table is locked'],
  [8, 'the file is read-only'],
  [10, 'reading or writing the file failed'],
  [13, 'the disk is full'],
  [14, 'the file cannot be opened'],
  [15, 'the locking protocol failed'],
])

/** What to do about these problems, and about a file that is damaged (11) or no database (26). */
const remedies: ReadonlyMap<number, string> = new Map([
  [5, 'Stop the other program that uses it'],
  [8, 'Let the user of the service write it, on a disk that is not mounted read-only'],
  [10, 'Check the free space and the health of the disk'],
  [11, 'Restore a backup'],
  [13, 'Free some space'],
  [14, 'Let the user of the service read and write it and its folder, on a disk that is not mounted read-only'],
  [26, 'Restore a backup, or name another file'],
])

/** Returns the extended result code of an error of node:sqlite; undefined for any other error. */
export const sqliteCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined

/** Returns whether another connection held the lock, so that the same statement may succeed later. */
export const isBusy = (error: unknown): boolean => {
  const code = sqliteCode(error instanceof DatabaseUnavailable ? error.cause : error)
  return ((code ?? 0) & 0xff) === 5
}

/** Returns whether the connection was closed, for which node:sqlite has no result code. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'

/** Adds the file and the remedy to the message of an error, once. */
export const explainSqlite = (error: unknown, path: string): void => {
  const code = sqliteCode(error instanceof DatabaseUnavailable ? error.cause : error)
  if (!(error instanceof Error) || code === undefined || error.message.includes(path)) return
  const remedy = remedies.get(code & 0xff)
  error.message = `${error.message} (${path}${code > 0xff ? `, SQLite's code ${code}` : ''})${remedy === undefined ? '' : `. ${remedy}`}`
}

/** Converts problems of the machine to `DatabaseUnavailable`, about the file if its path is given. Returns every other error unchanged. */
export const toSqliteFailure = (error: unknown, path?: string): unknown => {
  const reason = isClosed(error) ? 'the file is closed' : trouble.get((sqliteCode(error) ?? 0) & 0xff)
  if (reason === undefined) {
    if (path !== undefined && remedies.has((sqliteCode(error) ?? 0) & 0xff)) explainSqlite(error, path)
    return error
  }
  const failure = new DatabaseUnavailable(`SQLite: ${reason}`, { cause: error })
  if (path !== undefined) explainSqlite(failure, path)
  return failure
}

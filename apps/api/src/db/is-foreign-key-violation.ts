import { sqliteCode } from './sqlite/sqlite-error.ts'

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const SQLITE_CODE = 787
/** ER_NO_REFERENCED_ROW and ER_NO_REFERENCED_ROW_2 */
const MYSQL_CODES: ReadonlySet<unknown> = new Set([1216, 1452])

/** Tells whether a write failed because a row that it refers to is not there, on either engine. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_CODE || (error instanceof Error && 'errno' in error && MYSQL_CODES.has(error.errno))

import { sqliteCode } from './sqlite/sqlite-error.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE */
const SQLITE_CODES: ReadonlySet<number | undefined> = new Set([1555, 2067])
/** ER_DUP_ENTRY */
const MYSQL_CODE = 1062

/** Tells whether a write failed because a row with the same key is there already, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  SQLITE_CODES.has(sqliteCode(error)) || (error instanceof Error && 'errno' in error && error.errno === MYSQL_CODE)

import { sqliteCode } from './sqlite/sqlite-error.ts'

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE */
const SQLITE_UNIQUE: ReadonlySet<number | undefined> = new Set([1555, 2067])
/** ER_DUP_ENTRY */
const MYSQL_UNIQUE = 1062

/** Returns whether a write failed because a row with the same key exists, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  SQLITE_UNIQUE.has(sqliteCode(error)) || (error instanceof Error && 'errno' in error && error.errno === MYSQL_UNIQUE)

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const SQLITE_FOREIGN_KEY = 787
/** ER_NO_REFERENCED_ROW and ER_NO_REFERENCED_ROW_2 */
const MYSQL_FOREIGN_KEY: ReadonlySet<unknown> = new Set([1216, 1452])

/** Returns whether a write failed because a referenced row is missing, on either engine. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE_FOREIGN_KEY ||
  (error instanceof Error && 'errno' in error && MYSQL_FOREIGN_KEY.has(error.errno))

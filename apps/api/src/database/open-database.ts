import { explainAccess } from '../access-errors.ts'
import { describeUrl } from '../config/settings.ts'
import { type Database, type DatabaseOptions, DatabaseUnavailable, MigrationsPending } from './database.ts'
import { openMysql } from './mysql/open-mysql.ts'
import { mysqlSwitch, openMysqlSource, openMysqlTarget } from './mysql/transfer-mysql.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { openSqliteSource, openSqliteTarget, sqliteSwitch } from './sqlite/transfer-sqlite.ts'
import type { TargetOptions, TargetSwitch, TransferSource, TransferTarget } from './transfer.ts'
import { explainSqlite } from './sqlite/sqlite-error.ts'

const open = (url: string, options: DatabaseOptions): Promise<Database> => {
  if (url.startsWith('sqlite:')) return openSqlite(sqlitePath(url), options)
  if (url.startsWith('mysql:')) return openMysql(url, options)
  throw new Error('DATABASE_URL must start with sqlite: or mysql:')
}

/**
 * Opens the database of a URL, `sqlite:path` or `mysql://user:password@host:port/name`, and migrates its tables. Throws
 * `DatabaseUnavailable` if it can't be reached. The message of every error names the setting.
 */
export const openDatabase = async (url: string, options: DatabaseOptions = {}): Promise<Database> => {
  try {
    return await open(url, options)
  } catch (thrown) {
    const error = url.startsWith('sqlite:') ? explainAccess(thrown, url.slice('sqlite:'.length)) : thrown
    if (url.startsWith('sqlite:')) explainSqlite(error, url.slice('sqlite:'.length))
    else if (error instanceof DatabaseUnavailable)
      error.message += ` (${describeUrl(url)}). Check that the server runs and lets this user use the database`
    if (error instanceof Error && !error.message.startsWith('DATABASE_URL'))
      error.message = `DATABASE_URL: ${error.message.replace(/\.$/, '')}.`
    throw error
  }
}

/** Returns the names of the migrations that the tables need. Changes nothing. */
export const findPending = async (url: string): Promise<readonly string[]> => {
  try {
    const database = await openDatabase(url, { migrates: false })
    await database.close()
    return []
  } catch (error) {
    if (error instanceof MigrationsPending) return error.migrations
    throw error
  }
}

/** Opens the database of a URL for reading all its rows. */
export const openSource = (url: string): Promise<TransferSource> =>
  url.startsWith('sqlite:') ? openSqliteSource(sqlitePath(url)) : openMysqlSource(url)

/** Creates tables beside the tables of a database, and opens them for all rows. Throws `TargetInUse`. */
export const openTarget = (url: string, options: TargetOptions): Promise<TransferTarget> =>
  url.startsWith('sqlite:') ? openSqliteTarget(sqlitePath(url), options) : openMysqlTarget(url, options)

/** Returns the replacement of a database's tables by the tables of a complete target. */
export const targetSwitch = (url: string): TargetSwitch =>
  url.startsWith('sqlite:') ? sqliteSwitch(sqlitePath(url)) : mysqlSwitch(url)

const sqlitePath = (url: string): string => {
  const path = url.slice('sqlite:'.length)
  // Reads and writes have separate connections, so the data must be in a file.
  if (path === '' || path === ':memory:') throw new Error('DATABASE_URL must name a file after sqlite:')
  return path
}

import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { type Database, DatabaseUnavailable } from '../database.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { migrate } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { openCommitLog } from './commit-log.ts'
import { executeWhenFree } from './execute-when-free.ts'
import { createGroupCommit } from './group-commit.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { readDriver, soleDriver } from './sqlite-drivers.ts'
import { toSqliteFailure } from './sqlite-error.ts'
import { createStatements } from './statements.ts'
import { createUnits } from './units.ts'

/** How long a transaction waits for another process's lock, in milliseconds. */
const LOCK_PATIENCE = 3000
/** How long a process that starts waits for another one's migrations. */
const MIGRATION_PATIENCE = 60_000
/** A transaction that is not done after this is undone, as all others wait for it. */
const TRANSACTION_LIMIT = 5000

const orFailure = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    throw toSqliteFailure(error)
  }
}

/** Makes the file, when there is none, for this user alone; SQLite gives its log and its index the same mode. */
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or it can't be made: then opening the database tells what is wrong, in the database's words.
  }
}

const connect = (path: string, readOnly: boolean): DatabaseSync =>
  // Foreign keys are off by default in SQLite. The short timeout is for whoever blocks; longer waits don't block (executeWhenFree).
  orFailure(() => new DatabaseSync(path, { readOnly, timeout: 5, enableForeignKeyConstraints: true }))

const connectWriter = async (path: string, onLong: () => void): Promise<DatabaseSync> => {
  const connection = connect(path, false)
  await executeWhenFree(connection, 'pragma journal_mode = wal', LOCK_PATIENCE, onLong)
  // The log is synced after each commit by us, off the main thread (commit-log.ts); SQLite syncs around checkpoints. A log of up to
  // 64 MB before it is copied into the file: a page that changes often goes once. With 16 MB writing took a sixth to a third more time.
  connection.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 16000')
  // A savepoint notes each page before it changes it. In a file, which SQLite makes and removes for each transaction, that took three of
  // four writes to the system and a tenth of a run's processor time; it is of use only while the transaction is open.
  connection.exec('pragma temp_store = memory; pragma cache_size = -16384')
  return connection
}

/** Statements that start and end transactions, which every one needs: each is prepared once. */
const prepareControl = (connection: DatabaseSync): ((sql: string) => void) => {
  const prepared = new Map<string, StatementSync>()
  return (sql) =>
    orFailure(() => {
      const statement = prepared.get(sql) ?? connection.prepare(sql)
      prepared.set(sql, statement)
      statement.run()
    })
}

/** Several processes may start at once: the first to get the lock migrates, in one transaction. */
const migrateUnderLock = async (
  connection: DatabaseSync,
  options: DatabaseOptions,
  onLong: () => void,
): Promise<void> => {
  const statements = createStatements(connection)
  const kysely = new Kysely<Schema>({ dialect: sqliteDialect(soleDriver(statements)) })
  await executeWhenFree(connection, 'begin immediate', MIGRATION_PATIENCE, onLong)
  try {
    await migrate(kysely, 'sqlite', options)
    orFailure(() => connection.exec('commit'))
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    connection.close()
    throw error
  }
}

/**
 * Opens an SQLite file, which one process writes (others wait), and brings its tables up to date. Writes that arrive together share
 * one commit; each is on disk before its promise resolves.
 */
export const openSqlite = async (path: string, options: DatabaseOptions = {}): Promise<Database> => {
  mkdirSync(dirname(path), { recursive: true })
  makePrivate(path)
  const onLong = (): void =>
    options.log?.warn({ path }, 'Another process holds the lock of the database: waiting for it')
  const writer = await connectWriter(path, onLong)
  await migrateUnderLock(writer, options, onLong)
  const reader = connect(path, true)
  const log = await openCommitLog(path)

  const written = createStatements(writer)
  const execute = prepareControl(writer)
  const isOpen = (): boolean => writer.isTransaction
  const commits = createGroupCommit({
    begin: () => executeWhenFree(writer, 'begin immediate', LOCK_PATIENCE),
    commit: async () => {
      execute('commit')
      await log.sync()
    },
    rollback: () => execute('rollback'),
    isOpen,
  })
  const units = createUnits(written, execute, isOpen)
  const read = createStatements(reader)
  const queries = new Kysely<Schema>({ dialect: sqliteDialect(readDriver(read, written, commits)) })

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await commits.close()
    await log.close()
    reader.close()
    writer.close()
  }

  return {
    engine: 'sqlite',
    queries,
    transaction: (work) => commits.submit(() => units.run(work, TRANSACTION_LIMIT)),
    ping: async () => {
      if (log.isLost()) throw new DatabaseUnavailable('SQLite: the log could not be synced')
      await queries.selectFrom('service_controls').select('id').limit(1).execute()
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

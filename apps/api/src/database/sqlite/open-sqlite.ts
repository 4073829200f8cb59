import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, type ControlledTransaction, Kysely } from 'kysely'
import { type Database, type DatabaseOptions, DatabaseUnavailable } from '../database.ts'
import { migrate } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { openCommitLog } from './group-commit/commit-log.ts'
import { createGroupCommit } from './group-commit/group-commit.ts'
import { runInSavepoint } from './group-commit/savepoint.ts'
import { nodeSqlite, nodeSqliteDialect, orFailure, readingDialect } from './node-sqlite.ts'
import { whenFree } from './when-free.ts'

/** The timeout for another process's lock, in milliseconds. */
const LOCK_TIMEOUT = 3000
/** The time that a starting process waits for another one's migrations, in milliseconds. */
const MIGRATION_TIMEOUT = 60_000
/** The time limit of a transaction, in milliseconds, because all others wait for it. */
const TRANSACTION_LIMIT = 5000

/** Creates the file, if it is missing, with access only for this user. SQLite gives its log and its index the same mode. */
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // The file exists, or it can't be created; then opening the database reports the error.
  }
}

const connect = (path: string, readOnly: boolean): DatabaseSync =>
  // Foreign keys are off by default in SQLite. The short timeout is for blocking calls; longer waits don't block (whenFree).
  orFailure(() => new DatabaseSync(path, { readOnly, timeout: 5, enableForeignKeyConstraints: true }))

/** Prepares a connection for writes. A file of another program must not change, so this runs after the migrations. */
const prepareWriter = async (connection: DatabaseSync, onLong: () => void): Promise<void> => {
  // The first read creates the log's file, which commit-log.ts opens.
  const useLog = (): void => connection.exec('pragma journal_mode = wal; select count(*) from sqlite_schema')
  await whenFree(useLog, MIGRATION_TIMEOUT, onLong)
  // commit-log.ts syncs the log after each commit, off the main thread; SQLite syncs around checkpoints. A log of up to 64 MB before a
  // checkpoint writes frequently changed pages only once, which makes writing noticeably faster.
  connection.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 16000')
  // A savepoint records each page before a change. By default, SQLite does this in a file that it creates and removes for each transaction.
  // That would cause most of the writes, although the data is needed only while the transaction is open.
  connection.exec('pragma temp_store = memory; pragma cache_size = -16384')
}

/** Migrates the tables. Several processes may start at once: the first with the lock migrates, in one transaction. */
const migrateUnderLock = async (
  connection: DatabaseSync,
  options: DatabaseOptions,
  onLong: () => void,
): Promise<void> => {
  await whenFree(() => connection.exec('begin immediate'), MIGRATION_TIMEOUT, onLong)
  try {
    await migrate(new Kysely<Schema>({ dialect: nodeSqliteDialect(nodeSqlite(connection)) }), 'sqlite', options)
    orFailure(() => connection.exec('commit'))
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback')
    connection.close()
    throw error
  }
}

/** Prepares the file for opening. Without permission to migrate, creates none, and checks an empty database instead, which throws. */
const ensureFile = async (path: string, options: DatabaseOptions): Promise<void> => {
  if (options.migrates === false && !existsSync(path))
    return migrateUnderLock(connect(':memory:', false), options, () => undefined)
  mkdirSync(dirname(path), { recursive: true })
  makePrivate(path)
}

/**
 * Opens an SQLite file and migrates its tables. Only one process writes at a time; others wait. Writes that arrive together share one
 * commit; each is on disk before its promise resolves.
 */
export const openSqlite = async (path: string, options: DatabaseOptions = {}): Promise<Database> => {
  await ensureFile(path, options)
  const onLong = (): void =>
    options.log?.warn({ path }, 'Another process holds the lock of the database: waiting for it')
  const writer = connect(path, false)
  await migrateUnderLock(writer, options, onLong)
  await prepareWriter(writer, onLong)
  const reader = connect(path, true)
  const log = await openCommitLog(path)

  const prepared = nodeSqlite(writer)
  const writing = new Kysely<Schema>({ dialect: nodeSqliteDialect(prepared) })
  const execute = (sql: string): void => void prepared.prepare(sql).run([])
  const isOpen = (): boolean => writer.isTransaction
  let shared: ControlledTransaction<Schema>
  const commits = createGroupCommit({
    begin: async () => {
      shared = await whenFree(() => writing.startTransaction().execute(), LOCK_TIMEOUT)
    },
    commit: async () => {
      await shared.commit().execute()
      await log.sync()
    },
    rollback: () => shared.rollback().execute(),
    isOpen,
  })
  const transaction: Database['transaction'] = (work) =>
    commits.submit(() => runInSavepoint(shared, work, { limit: TRANSACTION_LIMIT, isOpen, execute }))
  // SQLite undoes a failed statement, so no savepoint is needed.
  const write = <Row>(query: CompiledQuery) => commits.submit(() => shared.executeQuery(query as CompiledQuery<Row>))
  const queries = new Kysely<Schema>({ dialect: readingDialect(nodeSqlite(reader), write) })

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
    transaction,
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

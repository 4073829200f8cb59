import { type ControlledTransaction, type KyselyPlugin, type Transaction, type CompiledQuery, Kysely } from 'kysely'
import { DatabaseUnavailable, type Database, type DatabaseOptions } from '../database.ts'
import { withTimeLimit } from '../time-limit.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { isBusy, toSqliteFailure } from './sqlite-error.ts'
import { makeFolder } from '../../make-folder.ts'
import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../migrations.ts'
import type { Schema } from '../../schema.ts'
import { logLost, openCommitLog } from './group-commit/commit-log.ts'
import { createGroupCommit } from './group-commit/group-commit.ts'
import { nodeSqlite, nodeSqliteDialect, orFailure, statementDialect } from './node-sqlite.ts'

const tooLong = (): Error => new DatabaseUnavailable('The transaction took too long')
const ended = (): Error => new Error('The transaction is already committed or rolled back: it accepts no more queries')

/** Creates a plugin that refuses queries after their work has ended, because they would become part of other work. */
const createGuard = (): KyselyPlugin & { end(why: () => Error): void } => {
  let refusal: (() => Error) | undefined
  return {
    end: (why) => {
      refusal ??= why
    },
    transformQuery: ({ node }) => {
      if (refusal !== undefined) throw refusal()
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

interface SavepointOptions {
  /** The time limit of work, in milliseconds. */
  readonly limit: number
  /** Returns whether the transaction is open: SQLite rolls it back if the disk is full. */
  readonly isOpen: () => boolean
  /** Executes a statement on the connection of the transaction. */
  readonly execute: (sql: string) => void
}

/**
 * Runs work in a savepoint of the shared transaction: its writes stay if it succeeds, and only they are rolled back if it fails or takes
 * too long.
 */
const runInSavepoint = async <Result>(
  shared: ControlledTransaction<Schema>,
  work: (queries: Transaction<Schema>) => Promise<Result>,
  { limit, isOpen, execute }: SavepointOptions,
): Promise<Result> => {
  const guard = createGuard()
  execute('savepoint work')
  try {
    const result = await withTimeLimit(work(shared.withPlugin(guard)), limit, () => {
      guard.end(tooLong)
      throw tooLong()
    })
    guard.end(ended)
    execute('release work')
    return result
  } catch (error) {
    guard.end(ended)
    if (isOpen()) {
      execute('rollback to work')
      execute('release work')
    }
    throw error
  }
}

/** The time after which a wait is reported, in milliseconds. */
const LONG = 1000

/**
 * Runs work that needs a lock, which another process may hold. Waits without blocking the event loop, because this process itself may hold
 * the lock, and calls `onLong` once after a second. Throws `DatabaseUnavailable` after `timeout` milliseconds.
 */
const whenFree = async <Result>(
  work: () => Result | Promise<Result>,
  timeout: number,
  onLong?: () => void,
): Promise<Result> => {
  const start = performance.now()
  let isReported = onLong === undefined
  for (let attempt = 0; ; attempt += 1) {
    if (!isReported && performance.now() - start > LONG) {
      isReported = true
      onLong?.()
    }
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > timeout) throw toSqliteFailure(error)
    }
    // Irregular, so that two processes don't keep retrying at the same moments.
    await wait(1 + ((attempt * 7 + process.pid) % 13))
  }
}

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
  makeFolder(dirname(path))
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
  const queries = new Kysely<Schema>({ dialect: nodeSqliteDialect(nodeSqlite(reader)) })

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
    writer: new Kysely<Schema>({ dialect: statementDialect(prepared, write) }),
    transaction,
    ping: async () => {
      if (log.isLost()) throw logLost(path)
      await queries.selectFrom('service_controls').select('id').limit(1).execute()
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

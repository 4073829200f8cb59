import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, type ControlledTransaction, Kysely } from 'kysely'
import { type Database, DatabaseUnavailable } from '../database.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { migrate } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { openCommitLog } from './group-commit/commit-log.ts'
import { createGroupCommit } from './group-commit/group-commit.ts'
import { runInSavepoint } from './group-commit/savepoint.ts'
import { nodeSqlite, nodeSqliteDialect, orFailure, readingDialect } from './node-sqlite.ts'
import { whenFree } from './when-free.ts'

/** How long a transaction waits for another process's lock, in milliseconds. */
const LOCK_PATIENCE = 3000
/** How long a process that starts waits for another one's migrations. */
const MIGRATION_PATIENCE = 60_000
/** A transaction that is not done after this is undone, as all others wait for it. */
const TRANSACTION_LIMIT = 5000

/** Makes the file, when there is none, only for this user; SQLite gives its log and its index the same mode. */
const makePrivate = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or it can't be made: then opening the database tells what is wrong, in the database's words.
  }
}

const connect = (path: string, readOnly: boolean): DatabaseSync =>
  // Foreign keys are off by default in SQLite. The short timeout is for blocking calls; longer waits don't block (executeWhenFree).
  orFailure(() => new DatabaseSync(path, { readOnly, timeout: 5, enableForeignKeyConstraints: true }))

const connectWriter = async (path: string, onLong: () => void): Promise<DatabaseSync> => {
  const connection = connect(path, false)
  await whenFree(() => connection.exec('pragma journal_mode = wal'), LOCK_PATIENCE, onLong)
  // The log is synced after each commit by us, off the main thread (commit-log.ts); SQLite syncs around checkpoints. A log of up to
  // 64 MB before it is copied into the file: a page that changes often goes once. With 16 MB writing took a sixth to a third more time.
  connection.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 16000')
  // A savepoint notes each page before it changes it. In a file, which SQLite makes and removes for each transaction, that took three of
  // four writes to the system and a tenth of a run's processor time; it is of use only while the transaction is open.
  connection.exec('pragma temp_store = memory; pragma cache_size = -16384')
  return connection
}

/** Several processes may start at once: the first to get the lock migrates, in one transaction. */
const migrateUnderLock = async (
  connection: DatabaseSync,
  options: DatabaseOptions,
  onLong: () => void,
): Promise<void> => {
  await whenFree(() => connection.exec('begin immediate'), MIGRATION_PATIENCE, onLong)
  try {
    await migrate(new Kysely<Schema>({ dialect: nodeSqliteDialect(nodeSqlite(connection)) }), 'sqlite', options)
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

  const prepared = nodeSqlite(writer)
  const writing = new Kysely<Schema>({ dialect: nodeSqliteDialect(prepared) })
  const execute = (sql: string): void => void prepared.prepare(sql).run([])
  const isOpen = (): boolean => writer.isTransaction
  let shared: ControlledTransaction<Schema>
  const commits = createGroupCommit({
    begin: async () => {
      shared = await whenFree(() => writing.startTransaction().execute(), LOCK_PATIENCE)
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
  // A statement that fails is undone by itself: it needs no savepoint.
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

import { randomBytes } from 'node:crypto'
import { callbackify } from 'node:util'
import { type Dialect, MysqlDialect, type MysqlPoolConnection, Kysely, sql } from 'kysely'
import mysql, { type PoolConnection } from 'mysql2'
import { DatabaseUnavailable, type Database, type DatabaseOptions, MigrationsPending } from '../database.ts'
import { isRepeatable, toMysqlFailure, repeatUndone, REPEAT_LIMIT } from './mysql-error.ts'
import { cut, type MysqlPool, createMysqlPool } from './mysql-pool.ts'
import { migrate, migrateBeside } from '../migrations.ts'
import { prefixTables } from './prefix-tables.ts'
import type { Schema } from '../../schema.ts'
import { withTimeLimit } from '../time-limit.ts'
import { type MysqlAddress, parseMysqlUrl } from './mysql-url.ts'

/** Kysely's MysqlDialect over a pool, with a function that classifies the pool's errors. */
interface PoolDialect {
  readonly dialect: Dialect
  /** Returns whether a transaction failed before its first statement was sent. */
  readonly failedAtStart: (error: unknown) => boolean
}

// The driver would send every number as floating point, which "limit" refuses and which makes arithmetic inexact.
const parameter = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? mysql.TypedParameter.LONGLONG(value) : value

/** Runs a statement; if it takes longer than `limit` milliseconds, ends its connection. */
const run = (raw: PoolConnection, statement: string, parameters: readonly unknown[], limit: number): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      cut(raw)
      reject(new DatabaseUnavailable('MySQL: no answer in time'))
    }, limit)
    const done = (error: Error | null, result: unknown): void => {
      clearTimeout(timer)
      if (error === null) resolve(result)
      else reject(toMysqlFailure(error))
    }
    // Not all statements can be prepared; statements without values don't need it.
    if (parameters.length === 0) raw.query(statement, done)
    else raw.execute(statement, parameters.map(parameter) as never, done)
  })

/**
 * Creates Kysely's MysqlDialect over a pool. Statements with values are prepared, and each statement takes at most `limit` milliseconds.
 * Outside a transaction, a statement that the server rolled back runs again, for up to `repeatLimit` milliseconds.
 */
const poolDialect = (pool: MysqlPool, limit: number, repeatLimit?: number): PoolDialect => {
  const atStart = new WeakSet()

  const begin = async (raw: PoolConnection): Promise<unknown> => {
    try {
      return await run(raw, 'begin', [], limit)
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.cause !== undefined) atStart.add(error)
      throw error
    }
  }

  const connectionOf = (raw: PoolConnection) => {
    let inTransaction = false
    const execute = (statement: string, parameters: readonly unknown[]): Promise<unknown> => {
      const once = (): Promise<unknown> => run(raw, statement, parameters, limit)
      if (statement === 'begin') {
        inTransaction = true
        return begin(raw)
      }
      // A failed rollback must not hide the original error. Closing the connection makes the server roll back too.
      if (statement === 'rollback') return once().catch(() => cut(raw))
      // A transaction must restart from its beginning; a single statement can be repeated.
      return inTransaction ? once() : repeatUndone(once, isRepeatable, repeatLimit)
    }
    const release = (): void => {
      inTransaction = false
      raw.release()
    }
    return { query: callbackify(execute), release }
  }

  // Kysely keeps its wrapper of a connection as long as it gets the same object.
  const connections = new WeakMap<PoolConnection, ReturnType<typeof connectionOf>>()
  const acquire = async () => {
    const raw = await pool.acquire()
    const connection = connections.get(raw) ?? connectionOf(raw)
    connections.set(raw, connection)
    // The connection functions that Kysely calls, except streams, which netbox doesn't use.
    return connection as unknown as MysqlPoolConnection
  }
  const dialect = new MysqlDialect({
    pool: { getConnection: callbackify(acquire), end: callbackify(() => pool.close()) },
  })
  return { dialect, failedAtStart: (error) => error instanceof Error && atStart.has(error) }
}

/** The time limit of a statement, in milliseconds. */
const STATEMENT_LIMIT = 2500
/** The time limit of a migration, in milliseconds; processes that start in the meantime wait for it. */
const MIGRATION_LIMIT = 600_000
const PING_LIMIT = 2000

/** Returns whether the server is a node of a Galera cluster; MySQL does not know the variable. */
const findCluster = async (address: MysqlAddress, options: DatabaseOptions): Promise<boolean> => {
  const pool = createMysqlPool({ ...address, connections: 1 }, false, options)
  const queries = new Kysely<Schema>({ dialect: poolDialect(pool, PING_LIMIT * (options.timeoutFactor ?? 1)).dialect })
  try {
    const { rows } = await sql<{ Value: string }>`show variables like 'wsrep_on'`.execute(queries)
    return rows[0]?.Value === 'ON'
  } finally {
    await queries.destroy()
  }
}

const migrateMysql = async (address: MysqlAddress, isCluster: boolean, options: DatabaseOptions): Promise<void> => {
  const pool = createMysqlPool({ ...address, connections: 2 }, isCluster, options)
  const queries = new Kysely<Schema>({ dialect: poolDialect(pool, MIGRATION_LIMIT, MIGRATION_LIMIT).dialect })
  try {
    // The lock covers only one server. On a cluster, two processes may migrate at once, and one of them then has to check again.
    const again = (error: unknown, attempt: number): boolean =>
      attempt < 4 && !(error instanceof DatabaseUnavailable || error instanceof MigrationsPending)
    await repeatUndone(() => migrate(queries, 'mysql', options), again, MIGRATION_LIMIT)
  } finally {
    await queries.destroy()
  }
}

/** Creates the tables of a version with a prefix, beside others. */
export const createMysqlTables = async (url: string, migrateTo: string, prefix: string): Promise<void> => {
  const address = parseMysqlUrl(url)
  const pool = createMysqlPool({ ...address, connections: 2 }, await findCluster(address, {}))
  const queries = new Kysely<Schema>({ dialect: poolDialect(pool, MIGRATION_LIMIT, MIGRATION_LIMIT).dialect })
  try {
    await migrateBeside(
      queries.withPlugin(prefixTables(prefix, `r${randomBytes(4).toString('hex')}_`)),
      migrateTo,
      prefix,
    )
  } finally {
    await queries.destroy()
  }
}

/** Connects to MySQL or MariaDB and migrates the tables. Conflicting transactions run again. */
export const openMysql = async (url: string, options: DatabaseOptions = {}): Promise<Database> => {
  const address = parseMysqlUrl(url)
  const isCluster = await findCluster(address, options)
  await migrateMysql(address, isCluster, options)
  const { timeoutFactor = 1 } = options
  const pool = createMysqlPool(address, isCluster, options)
  const { dialect, failedAtStart } = poolDialect(pool, STATEMENT_LIMIT * timeoutFactor, REPEAT_LIMIT * timeoutFactor)
  const queries = new Kysely<Schema>({ dialect })

  const again = (error: unknown, attempt: number): boolean => {
    const repeatable = isRepeatable(error) || failedAtStart(error)
    if (repeatable && attempt > 3) options.log?.warn({ err: error, attempt }, 'A transaction is retried')
    return repeatable
  }

  return {
    engine: 'mysql',
    queries,
    writer: queries,
    transaction: (work) => repeatUndone(() => queries.transaction().execute(work), again, REPEAT_LIMIT * timeoutFactor),
    ping: async () => {
      const late = (): never => {
        throw new DatabaseUnavailable('MySQL: no answer in time')
      }
      await withTimeLimit(
        queries.selectFrom('service_controls').select('id').limit(1).execute(),
        PING_LIMIT * timeoutFactor,
        late,
      )
    },
    close: () => queries.destroy(),
  }
}

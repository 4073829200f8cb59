import { callbackify } from 'node:util'
import { type Dialect, MysqlDialect, type MysqlPoolConnection } from 'kysely'
import mysql, { type PoolConnection } from 'mysql2'
import { DatabaseUnavailable } from '../database.ts'
import { isRepeatable, toMysqlFailure } from './mysql-error.ts'
import { cut, type MysqlPool } from './mysql-pool.ts'
import { repeatUndone } from './repeat-undone.ts'

/** Kysely's MysqlDialect over a pool, with a function that classifies the pool's errors. */
export interface PoolDialect {
  readonly dialect: Dialect
  /** Returns whether a transaction failed before its first statement was sent. */
  readonly failedAtStart: (error: unknown) => boolean
}

// The driver would send every number as floating point, which "limit" refuses and which makes arithmetic inexact.
const parameter = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? mysql.TypedParameter.LONGLONG(value) : value

/** Runs a statement; if it takes longer than `limit` milliseconds, ends its connection. */
const run = (raw: PoolConnection, sql: string, parameters: readonly unknown[], limit: number): Promise<unknown> =>
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
    // Not all statements can be prepared; those without values don't need it.
    if (parameters.length === 0) raw.query(sql, done)
    else raw.execute(sql, parameters.map(parameter) as never, done)
  })

/**
 * Creates Kysely's MysqlDialect over a pool. Statements with values are prepared, and each statement takes at most `limit` milliseconds.
 * Outside a transaction, a statement that the server rolled back runs again, for up to `repeatLimit` milliseconds.
 */
export const poolDialect = (pool: MysqlPool, limit: number, repeatLimit?: number): PoolDialect => {
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
    const execute = (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
      const once = (): Promise<unknown> => run(raw, sql, parameters, limit)
      if (sql === 'begin') {
        inTransaction = true
        return begin(raw)
      }
      // A failed rollback must not hide the original error. Closing the connection makes the server roll back too.
      if (sql === 'rollback') return once().catch(() => cut(raw))
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

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import mysql, { type PoolConnection, type ResultSetHeader } from 'mysql2'
import { DatabaseUnavailable } from '../database.ts'
import { isRepeatable, toMysqlFailure } from './mysql-error.ts'
import { cut, type MysqlPool } from './mysql-pool.ts'
import { repeatUndone } from './repeat-undone.ts'

/** Kysely's driver for a pool, with what that driver knows about its errors. */
export interface MysqlDriver extends Driver {
  /** Tells whether a transaction failed before any of its statements was sent. */
  failedAtStart(error: unknown): boolean
}

interface Connection extends DatabaseConnection {
  readonly raw: PoolConnection
  inTransaction: boolean
}

// The driver would send every number as a floating one, which "limit" refuses and which makes the arithmetic floating.
const parameter = (value: unknown): unknown =>
  typeof value === 'number' && Number.isSafeInteger(value) ? mysql.TypedParameter.LONGLONG(value) : value

/** Runs a statement; one that takes longer than `limit` milliseconds ends its connection. */
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
    // Not all statements can be prepared; those without values need not be.
    if (parameters.length === 0) raw.query(sql, done)
    else raw.execute(sql, parameters.map(parameter) as never, done)
  })

const toResult = <Row>(result: unknown): QueryResult<Row> => {
  // The driver gives rows or a header; Kysely has checked the rows' shape against the schema.
  if (Array.isArray(result)) return { rows: result as Row[] }
  const { affectedRows, insertId } = result as ResultSetHeader
  return { rows: [], numAffectedRows: BigInt(affectedRows), insertId: BigInt(insertId) }
}

/** Lets Kysely run statements through a pool, each within `limit` milliseconds, and those that were undone again for `patience`. */
export const mysqlDriver = (pool: MysqlPool, limit: number, patience?: number): MysqlDriver => {
  const atStart = new WeakSet()

  const wrap = (raw: PoolConnection): Connection => {
    const executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const once = (): Promise<unknown> => run(raw, query.sql, query.parameters, limit)
      // A transaction has to run again from its start; a statement by itself is its own start.
      return toResult<Row>(await (connection.inTransaction ? once() : repeatUndone(once, isRepeatable, patience)))
    }
    const connection: Connection = {
      raw,
      inTransaction: false,
      executeQuery,
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await executeQuery<Row>(query)
      },
    }
    return connection
  }

  // Kysely hands back what acquireConnection gave.
  const ours = (connection: DatabaseConnection): Connection => connection as Connection

  return {
    init: async () => {},
    acquireConnection: async () => wrap(await pool.acquire()),
    beginTransaction: async (connection) => {
      ours(connection).inTransaction = true
      try {
        await run(ours(connection).raw, 'begin', [], limit)
      } catch (error) {
        if (error instanceof DatabaseUnavailable && error.cause !== undefined) atStart.add(error)
        throw error
      }
    },
    commitTransaction: async (connection) => {
      await run(ours(connection).raw, 'commit', [], limit)
    },
    rollbackTransaction: async (connection) => {
      try {
        await run(ours(connection).raw, 'rollback', [], limit)
      } catch {
        // The caller is to hear why it was rolled back. Without its connection the server rolls back too.
        cut(ours(connection).raw)
      }
    },
    releaseConnection: async (connection) => ours(connection).raw.release(),
    destroy: () => pool.close(),
    failedAtStart: (error) => error instanceof Error && atStart.has(error),
  }
}

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { toSqliteFailure } from './sqlite-error.ts'

/**
 * The maximum number of prepared statements per connection. The API has far fewer, but a query with a list of ids needs one for each length
 * of the list.
 */
const PREPARED = 500

/** Runs work with a connection. Errors of the machine become `DatabaseUnavailable`, which names the path, if one is given. */
export const orFailure = <Result>(work: () => Result, path?: string): Result => {
  try {
    return work()
  } catch (error) {
    throw toSqliteFailure(error, path)
  }
}

/** Wraps a connection of node:sqlite in the interface of Kysely's SqliteDialect, with each statement prepared once. */
export const nodeSqlite = (connection: DatabaseSync): SqliteDatabase => {
  const path = connection.location() ?? undefined
  const prepare = (sql: string): SqliteStatement => {
    const statement = orFailure(() => connection.prepare(sql), path)
    // Kysely types parameters as unknown; node:sqlite checks each and throws for values that SQLite can't store.
    const inputs = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => orFailure(() => statement.all(...inputs(parameters)), path),
      run: (parameters) => orFailure(() => statement.run(...inputs(parameters)), path),
      // A separate statement: a shared one would be reset by a concurrent run of the same text.
      iterate: (parameters) => orFailure(() => connection.prepare(sql).iterate(...inputs(parameters)), path),
    }
  }
  const prepared = new LRUCache<string, SqliteStatement, void>({ max: PREPARED, memoMethod: (sql) => prepare(sql) })
  return {
    // A transaction writes, so it takes the lock first; then no other connection changes the rows that it has read.
    prepare: (sql) => prepared.memo(sql === 'begin' ? 'begin immediate' : sql),
    close: () => connection.close(),
  }
}

/**
 * Creates Kysely's adapter for several connections. The original adapter assumes one connection and would serialize everything on it. Here
 * writes are already serialized, and reads don't need to wait.
 */
const adapter = () => Object.defineProperty(new SqliteAdapter(), 'supportsMultipleConnections', { value: true })

/** Creates Kysely's SqliteDialect over a connection of node:sqlite. */
export const nodeSqliteDialect = (database: SqliteDatabase): Dialect => {
  const dialect = new SqliteDialect({ database })
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: adapter,
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Creates the dialect of single statements, which `execute` runs. */
export const statementDialect = (
  database: SqliteDatabase,
  execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>,
): Dialect => {
  const dialect = nodeSqliteDialect(database)
  const refuse = () => Promise.reject(new Error('Use the transaction of Database'))
  const connection: DatabaseConnection = {
    executeQuery: execute,
    streamQuery: () => {
      throw new Error('netbox streams no rows')
    },
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return { ...dialect, createDriver: () => driver }
}

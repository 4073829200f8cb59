import { createPool, type PoolConnection } from 'mysql2'
import { type DatabaseOptions, DatabaseUnavailable } from '../database.ts'
import { toMysqlFailure } from './mysql-error.ts'
import type { MysqlAddress } from './mysql-url.ts'

/** A pool of connections to one server. */
export interface MysqlPool {
  /** Returns a connection, or throws `DatabaseUnavailable` if none is free in time. */
  acquire(): Promise<PoolConnection>
  close(): Promise<void>
}

/** The time limit for getting a free connection or opening a new one, in milliseconds. */
const ACQUIRE_LIMIT = 2000
const CONNECT_LIMIT = 2000
/** The maximum number of requests that are queued for a connection. */
const WAITING = 2000

/*
 * The settings for equal behavior of the two engines: no silent truncation, times in UTC, and MySQL's default isolation level, even if a
 * server is configured differently. A transaction that waits for a locked row gives up before its client does.
 */
const SESSION = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  'innodb_lock_wait_timeout = 1',
].join(', ')
const ISOLATION = 'set session transaction isolation level repeatable read'

/*
 * A node of a Galera cluster shows another node's commit only after a delay. Without this setting, a user who just signed in or out at one
 * node would be unknown, or still signed in, at the next. Reads (1), changes (2) and inserts (4) wait for earlier commits.
 */
const IN_STEP = 'set session wsrep_sync_wait = 7'

/** Closes a connection at once, because a stopped server would never answer a regular close. */
export const cut = (connection: PoolConnection): void => {
  // The types omit the socket, which a connection always has.
  const { stream } = connection as PoolConnection & { readonly stream: { destroy(): void } }
  connection.destroy()
  stream.destroy()
}

/** Creates a pool. `isCluster` means that the server is a node of a Galera cluster. */
export const createMysqlPool = (
  address: MysqlAddress,
  isCluster: boolean,
  options: DatabaseOptions = {},
): MysqlPool => {
  const { log, timeoutFactor = 1 } = options
  const preparation = isCluster ? [SESSION, ISOLATION, IN_STEP] : [SESSION, ISOLATION]
  const { host, port, user, password, database, connections, tls } = address
  const pool = createPool({
    host,
    port,
    user,
    password,
    database,
    ...(tls ? { ssl: { rejectUnauthorized: true } } : {}),
    connectionLimit: connections,
    queueLimit: WAITING,
    connectTimeout: CONNECT_LIMIT * timeoutFactor,
    charset: 'UTF8MB4_BIN',
    timezone: 'Z',
    dateStrings: true,
    decimalNumbers: true,
    // An object among the values would become SQL: `{ id: 1 }` as `id` = 1.
    stringifyObjects: true,
    maxPreparedStatements: 300,
    flags: ['-LOCAL_FILES'],
  })

  pool.on('connection', (connection) => {
    connection.on('error', (error: Error) => log?.warn({ err: error }, 'A connection to the database was lost'))
    for (const statement of preparation) {
      connection.query(statement, (error) => {
        if (error === null) return
        log?.warn({ err: error }, 'A connection to the database could not be prepared')
        connection.destroy()
      })
    }
  })

  return {
    acquire: () =>
      new Promise((resolve, reject) => {
        let late = false
        const timer = setTimeout(() => {
          late = true
          reject(new DatabaseUnavailable('MySQL: no connection is free'))
        }, ACQUIRE_LIMIT * timeoutFactor)
        pool.getConnection((error, connection) => {
          clearTimeout(timer)
          if (error !== null) reject(toMysqlFailure(error))
          else if (late) connection.release()
          else resolve(connection)
        })
      }),
    close: () => new Promise((resolve, reject) => pool.end((error) => (error ? reject(error) : resolve()))),
  }
}

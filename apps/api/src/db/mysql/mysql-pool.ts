import { createPool, type PoolConnection } from 'mysql2'
import { DatabaseUnavailable } from '../database.ts'
import type { DatabaseOptions } from '../database-options.ts'
import { toMysqlFailure } from './mysql-error.ts'
import type { MysqlAddress } from './mysql-url.ts'

/** Connections to one server. */
export interface MysqlPool {
  /** Returns a connection, or `DatabaseUnavailable` when none is free in time. */
  acquire(): Promise<PoolConnection>
  close(): Promise<void>
}

/** How long to wait for a connection that is in use, and for a new one, in milliseconds. */
const ACQUIRE_LIMIT = 2000
const CONNECT_LIMIT = 2000
/** How many may wait for a connection. */
const WAITING = 2000

/*
 * The settings for equal behaviour of both engines: no silent cuts, times in UTC, and snapshots as MySQL has them by default, also where a server is set
 * otherwise. A transaction that waits for another one's row gives up while its client still waits.
 */
const SESSION = [
  "set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  "time_zone = '+00:00'",
  'innodb_lock_wait_timeout = 1',
].join(', ')
const ISOLATION = 'set session transaction isolation level repeatable read'

/*
 * A node of a Galera cluster has agreed to what another one commits before it shows it. A user whom one node just signed in or out
 * would be unknown, or still signed in, on the next. Reads (1), changes (2) and inserts (4) wait for earlier commits.
 */
const IN_STEP = 'set session wsrep_sync_wait = 7'

/** Ends a connection at once: a server that has stopped would never answer a polite end. */
export const cut = (connection: PoolConnection): void => {
  // The types leave out the socket, which a connection always has.
  const { stream } = connection as PoolConnection & { readonly stream: { destroy(): void } }
  connection.destroy()
  stream.destroy()
}

/** Makes a pool. `isCluster` tells that the server is a node of a Galera cluster. */
export const createMysqlPool = (
  address: MysqlAddress,
  isCluster: boolean,
  options: DatabaseOptions = {},
): MysqlPool => {
  const { log, patience = 1 } = options
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
    connectTimeout: CONNECT_LIMIT * patience,
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
    connection.on('error', (error: Error) => log?.warn({ err: error }, 'A connection to the database broke'))
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
        }, ACQUIRE_LIMIT * patience)
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

import type { Readable } from 'node:stream'
import type { PoolConnection } from 'mysql2'
import {
  BEFORE_RESTORE,
  isBeside,
  isRecord,
  RESTORED,
  type TransferRow,
  TargetInUse,
  type TargetOptions,
  type TargetSwitch,
  type TransferSource,
  type TransferTarget,
} from '../transfer.ts'
import { toMysqlFailure } from './mysql-error.ts'
import { createMysqlPool } from './mysql-pool.ts'
import { parseMysqlUrl } from './mysql-url.ts'
import { createMysqlTables } from './open-mysql.ts'
import { isOwnDatabase } from '../migrations.ts'

const connect = async (url: string) => {
  const pool = createMysqlPool({ ...parseMysqlUrl(url), connections: 1 }, false)
  const connection = await pool.acquire()
  // By default, a statement waits a day for the tables of a connection whose process was killed.
  await run(connection, 'set session lock_wait_timeout = 30')
  const close = async (): Promise<void> => {
    connection.release()
    await pool.close()
  }
  return { connection, close }
}

const run = (connection: PoolConnection, sql: string, values: readonly unknown[] = []): Promise<TransferRow[]> =>
  new Promise((resolve, reject) => {
    connection.query(sql, [...values], (error, rows) =>
      // netbox's tables contain only texts and numbers.
      error === null ? resolve(rows as unknown as TransferRow[]) : reject(toMysqlFailure(error)),
    )
  })

const tablesIn = async (connection: PoolConnection): Promise<string[]> => {
  const found = await run(
    connection,
    'select table_name as name from information_schema.tables where table_schema = database() order by table_name',
  )
  return found.map(({ name }) => String(name))
}

/** Opens a database for reading all rows of one moment. Writers don't wait for it. */
export const openMysqlSource = async (url: string): Promise<TransferSource> => {
  const { connection, close } = await connect(url)
  await run(connection, 'start transaction with consistent snapshot, read only')
  return {
    engine: 'mysql',
    tables: (await tablesIn(connection)).filter((name) => !isRecord(name) && !isBeside(name)),
    // A stream of rows, so that no table has to fit into memory.
    rows: (table): Readable => connection.query('select * from ??', [table]).stream(),
    close,
  }
}

/** Throws if other connections use the database. */
const requireUnused = async (connection: PoolConnection): Promise<void> => {
  const [others] = await run(
    connection,
    'select count(*) as connections from information_schema.processlist where db = database() and id <> connection_id()',
  )
  if (Number(others?.['connections']) > 0) throw new TargetInUse('A service uses the database: stop it first')
}

/** Throws if the present tables must not be replaced. */
const requireReplaceable = async (connection: PoolConnection, replaces: boolean): Promise<void> => {
  const tables = (await tablesIn(connection)).filter((name) => !isBeside(name))
  if (tables.length === 0) return
  if (!replaces) throw new TargetInUse('The database has tables: add --replace to replace them')
  const ran = tables.includes('kysely_migration') ? await run(connection, 'select name from kysely_migration') : []
  const names = ran.map(({ name }) => String(name))
  if (!isOwnDatabase(tables, names)) throw new TargetInUse('The database belongs to another program')
  await requireUnused(connection)
}

const drop = async (connection: PoolConnection, tables: readonly string[]): Promise<void> => {
  if (tables.length === 0) return
  await run(connection, 'set foreign_key_checks = 0')
  await run(connection, 'drop table ??', [tables])
  await run(connection, 'set foreign_key_checks = 1')
}

const dropWith = async (connection: PoolConnection, prefix: string): Promise<void> => {
  const tables = await tablesIn(connection)
  await drop(
    connection,
    tables.filter((name) => name.startsWith(prefix)),
  )
}

/** Renames all tables in one statement, which is atomic, even if the server crashes, since MariaDB 10.6 and MySQL 8.0. */
const replace = async (connection: PoolConnection): Promise<void> => {
  const tables = await tablesIn(connection)
  const restored = tables.filter((name) => name.startsWith(RESTORED))
  if (restored.length === 0) return
  const renames = [
    ...tables.filter((name) => !isBeside(name)).map((name) => [name, `${BEFORE_RESTORE}${name}`]),
    ...restored.map((name) => [name, name.slice(RESTORED.length)]),
  ]
  await run(connection, `rename table ${renames.map(() => '?? to ??').join(', ')}`, renames.flat())
}

/** Returns the replacement of the present tables by restored ones. */
export const mysqlSwitch = (url: string): TargetSwitch => {
  const using = async <Result>(work: (connection: PoolConnection) => Promise<Result>): Promise<Result> => {
    const { connection, close } = await connect(url)
    try {
      return await work(connection)
    } finally {
      await close()
    }
  }
  return {
    replace: () => using(replace),
    discard: () => using((connection) => dropWith(connection, RESTORED)),
    listReplaced: async () =>
      (await using(tablesIn)).some((name) => name.startsWith(BEFORE_RESTORE)) ? [`the tables ${BEFORE_RESTORE}…`] : [],
    deleteReplaced: () => using((connection) => dropWith(connection, BEFORE_RESTORE)),
  }
}

/** Throws if another restore fills the tables; the server ends the lock with the connection. */
const lockRestore = async (connection: PoolConnection): Promise<void> => {
  const [lock] = await run(connection, "select get_lock(left(concat('netbox-restore-', database()), 64), 0) as held")
  if (Number(lock?.['held']) !== 1) throw new TargetInUse('Another restore of this database is running')
}

/** Fills tables beside the present ones in one transaction. */
export const openMysqlTarget = async (url: string, { migrateTo, replaces }: TargetOptions): Promise<TransferTarget> => {
  const { connection, close } = await connect(url)
  let isComplete = false
  try {
    await lockRestore(connection)
    await requireReplaceable(connection, replaces)
    await dropWith(connection, RESTORED)
    await createMysqlTables(url, migrateTo, RESTORED)
    // The rows arrive by table, not in the order of their references.
    await run(connection, 'set foreign_key_checks = 0')
    await run(connection, 'begin')
    for (const table of await tablesIn(connection))
      if (table.startsWith(RESTORED) && !isRecord(table.slice(RESTORED.length)))
        await run(connection, 'delete from ??', [table])
  } catch (error) {
    await close()
    throw error
  }
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const values = rows.map((row) => columns.map((column) => row[column] ?? null))
      await run(connection, 'insert into ?? (??) values ?', [`${RESTORED}${table}`, columns, values])
    },
    complete: async () => {
      await run(connection, 'commit')
      await requireReplaceable(connection, replaces)
      await dropWith(connection, BEFORE_RESTORE)
      isComplete = true
    },
    close: async () => {
      try {
        if (isComplete) return
        await run(connection, 'rollback')
        await dropWith(connection, RESTORED)
      } finally {
        await close()
      }
    },
  }
}

import type { Readable } from 'node:stream'
import type { PoolConnection } from 'mysql2'
import {
  isRecord,
  type Row,
  TargetInUse,
  type TargetOptions,
  type TransferSource,
  type TransferTarget,
} from '../transfer.ts'
import { toMysqlFailure } from './mysql-error.ts'
import { createMysqlPool } from './mysql-pool.ts'
import { parseMysqlUrl } from './mysql-url.ts'
import { openMysql } from './open-mysql.ts'

const connect = async (url: string) => {
  const pool = createMysqlPool({ ...parseMysqlUrl(url), connections: 1 }, false)
  const connection = await pool.acquire()
  const close = async (): Promise<void> => {
    connection.release()
    await pool.close()
  }
  return { connection, close }
}

const run = (connection: PoolConnection, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    connection.query(sql, [...values], (error, rows) =>
      // netbox's tables contain only texts and numbers.
      error === null ? resolve(rows as unknown as Row[]) : reject(toMysqlFailure(error)),
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
    tables: (await tablesIn(connection)).filter((name) => !isRecord(name)),
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

const empty = async (connection: PoolConnection, replaces: boolean): Promise<void> => {
  const tables = await tablesIn(connection)
  if (tables.length === 0) return
  if (!replaces) throw new TargetInUse('The database has tables: add --replace to delete them')
  if (!tables.includes('kysely_migration')) throw new TargetInUse('The database belongs to another program')
  await requireUnused(connection)
  await run(connection, 'set foreign_key_checks = 0')
  await run(connection, 'drop table ??', [tables])
}

/** Fills the tables in one transaction. */
export const openMysqlTarget = async (url: string, { migrateTo, replaces }: TargetOptions): Promise<TransferTarget> => {
  const { connection, close } = await connect(url)
  try {
    await empty(connection, replaces)
    await (await openMysql(url, { migrateTo })).close()
    // The rows arrive by table, not in the order of their references.
    await run(connection, 'set foreign_key_checks = 0')
    await run(connection, 'begin')
    for (const table of await tablesIn(connection))
      if (!isRecord(table)) await run(connection, 'delete from ??', [table])
  } catch (error) {
    await close()
    throw error
  }
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const values = rows.map((row) => columns.map((column) => row[column] ?? null))
      await run(connection, 'insert into ?? (??) values ?', [table, columns, values])
    },
    commit: async () => void (await run(connection, 'commit')),
    close,
  }
}

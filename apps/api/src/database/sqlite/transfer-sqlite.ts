import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  isRecord,
  type Row,
  TargetInUse,
  type TargetOptions,
  type TransferSource,
  type TransferTarget,
} from '../transfer.ts'
import { openSqlite } from './open-sqlite.ts'
import { orFailure } from './node-sqlite.ts'
import { isBusy } from './sqlite-error.ts'

// Names of tables and columns can't be parameters.
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

// netbox's tables contain only texts and numbers.
const rowsOf = (connection: DatabaseSync, sql: string) => connection.prepare(sql).iterate() as Iterable<Row>

/** Opens a file for reading all rows of one moment. Writers don't wait for it. */
export const openSqliteSource = async (path: string): Promise<TransferSource> => {
  if (!existsSync(path)) throw new Error(`DATABASE_URL: ${path} is missing.`)
  const connection = orFailure(() => new DatabaseSync(path, { readOnly: true, timeout: 3000 }))
  connection.exec('begin')
  const names = [...rowsOf(connection, "select name from sqlite_schema where type = 'table' order by name")]
  return {
    engine: 'sqlite',
    tables: names.map(({ name }) => String(name)).filter((name) => !isRecord(name)),
    rows: (table) => rowsOf(connection, `select * from ${quoted(table)}`),
    close: async () => connection.close(),
  }
}

/** Throws if another connection has the file open: then it can't leave the mode with a write-ahead log. A damaged file may be replaced. */
const requireUnused = (path: string): void => {
  if (!existsSync(path)) return
  const connection = new DatabaseSync(path, { timeout: 100 })
  try {
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    if (isBusy(error)) throw new TargetInUse(`A service uses ${path}: stop it first`)
  } finally {
    connection.close()
  }
}

const sidecars = (path: string): readonly string[] => [`${path}-wal`, `${path}-shm`]

/** Fills a new file, which replaces the one at the path when it is complete. */
export const openSqliteTarget = async (
  path: string,
  { migrateTo, replaces }: TargetOptions,
): Promise<TransferTarget> => {
  if (!replaces && existsSync(path)) throw new TargetInUse(`${path} exists: add --replace to delete its data`)
  requireUnused(path)
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.restored`
  for (const file of [draft, ...sidecars(draft)]) rmSync(file, { force: true })
  await (await openSqlite(draft, { migrateTo })).close()
  const connection = new DatabaseSync(draft, { enableForeignKeyConstraints: false })
  // One file without a log, on disk before it is renamed.
  connection.exec('pragma journal_mode = delete; pragma synchronous = full; begin immediate')
  for (const { name } of rowsOf(connection, "select name from sqlite_schema where type = 'table'"))
    if (!isRecord(String(name))) connection.exec(`delete from ${quoted(String(name))}`)
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const places = columns.map(() => '?').join(', ')
      const into = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${places})`
      const statement = connection.prepare(into)
      for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
    },
    commit: async () => {
      connection.exec('commit')
      const [broken] = rowsOf(connection, 'pragma foreign_key_check')
      if (broken !== undefined) throw new Error(`A row of ${broken['table']} belongs to a row that is missing`)
      connection.close()
      // SQLite would replay the log of the previous file into the new one.
      for (const file of sidecars(path)) rmSync(file, { force: true })
      renameSync(draft, path)
    },
    close: async () => {
      if (connection.isOpen) connection.close()
      rmSync(draft, { force: true })
    },
  }
}

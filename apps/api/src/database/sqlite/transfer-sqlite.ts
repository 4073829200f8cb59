import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../make-folder.ts'
import {
  isRecord,
  type TransferRow,
  TargetInUse,
  type TargetOptions,
  type TargetSwitch,
  type TransferSource,
  type TransferTarget,
} from '../transfer.ts'
import { asideOf, draftOf, replacePath } from '../../replace-path.ts'
import { isOwnDatabase } from '../migrations.ts'
import { openSqlite } from './open-sqlite.ts'
import { orFailure } from './node-sqlite.ts'
import { isBusy, sqliteCode, toSqliteFailure } from './sqlite-error.ts'

// Names of tables and columns can't be parameters.
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

// netbox's tables contain only texts and numbers.
const rowsOf = (connection: DatabaseSync, sql: string) => connection.prepare(sql).iterate() as Iterable<TransferRow>

/** Opens a file for reading all rows of one moment. Writers don't wait for it. */
export const openSqliteSource = async (path: string): Promise<TransferSource> => {
  if (!existsSync(path)) throw new Error(`DATABASE_URL: ${path} is missing.`)
  const connection = orFailure(() => new DatabaseSync(path, { readOnly: true, timeout: 3000 }), path)
  const read = function* (sql: string): Generator<TransferRow> {
    const rows = orFailure(() => rowsOf(connection, sql)[Symbol.iterator](), path)
    for (let next = orFailure(() => rows.next(), path); next.done !== true; next = orFailure(() => rows.next(), path))
      yield next.value
  }
  orFailure(() => connection.exec('begin'), path)
  const names = [...read("select name from sqlite_schema where type = 'table' order by name")]
  return {
    engine: 'sqlite',
    tables: names.map(({ name }) => String(name)).filter((name) => !isRecord(name)),
    rows: (table) => read(`select * from ${quoted(table)}`),
    close: async () => connection.close(),
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB */
const isDamaged = (error: unknown): boolean => [11, 26].includes((sqliteCode(error) ?? 0) & 0xff)

/** Throws if the file is a database of another program. A damaged file may be replaced. */
const requireOwn = (path: string): void => {
  const connection = orFailure(() => new DatabaseSync(path, { readOnly: true, timeout: 3000 }), path)
  try {
    const namesOf = (sql: string) => [...rowsOf(connection, sql)].map(({ name }) => String(name))
    const tables = namesOf("select name from sqlite_schema where type = 'table'").filter(
      (name) => !name.startsWith('sqlite_'),
    )
    const ran = tables.includes('kysely_migration') ? namesOf('select name from kysely_migration') : []
    if (!isOwnDatabase(tables, ran)) throw new TargetInUse(`${path} belongs to another program`)
  } catch (error) {
    if (!isDamaged(error)) throw toSqliteFailure(error, path)
  } finally {
    connection.close()
  }
}

/** Throws if another connection has the file open: then it can't leave the mode with a write-ahead log. A damaged file may be replaced. */
const requireUnused = (path: string): void => {
  if (!existsSync(path)) return
  requireOwn(path)
  const connection = orFailure(() => new DatabaseSync(path, { timeout: 100 }), path)
  try {
    connection.exec('pragma journal_mode = delete')
  } catch (error) {
    if (isBusy(error)) throw new TargetInUse(`A service uses ${path}: stop it first`)
  } finally {
    connection.close()
  }
}

/** SQLite would replay the log of the previous file into the new one. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** Returns the replacement of a file by its draft. */
export const sqliteSwitch = (path: string): TargetSwitch => ({
  replace: () => replacePath(path, COMPANIONS),
  discard: async () => {
    for (const suffix of ['', ...COMPANIONS]) rmSync(`${draftOf(path)}${suffix}`, { force: true })
  },
  listReplaced: async () => (existsSync(asideOf(path)) ? [asideOf(path)] : []),
  deleteReplaced: async () => {
    for (const suffix of ['', ...COMPANIONS]) rmSync(`${asideOf(path)}${suffix}`, { force: true })
  },
})

/** Fills a new file beside the one at the path. */
export const openSqliteTarget = async (
  path: string,
  { migrateTo, replaces }: TargetOptions,
): Promise<TransferTarget> => {
  if (!replaces && existsSync(path)) throw new TargetInUse(`${path} exists: add --replace to replace its data`)
  requireUnused(path)
  makeFolder(dirname(path))
  const present = sqliteSwitch(path)
  await present.discard()
  const draft = draftOf(path)
  try {
    await (await openSqlite(draft, { migrateTo })).close()
  } catch (error) {
    await present.discard()
    throw error
  }
  const connection = orFailure(() => new DatabaseSync(draft, { enableForeignKeyConstraints: false }), draft)
  let isComplete = false
  // One file without a log, on disk before it is renamed.
  connection.exec('pragma journal_mode = delete; pragma synchronous = full; begin immediate')
  for (const { name } of rowsOf(connection, "select name from sqlite_schema where type = 'table'"))
    if (!isRecord(String(name))) connection.exec(`delete from ${quoted(String(name))}`)
  return {
    insert: async (table, rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const places = columns.map(() => '?').join(', ')
      const into = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${places})`
      const statement = orFailure(() => connection.prepare(into))
      for (const row of rows) orFailure(() => statement.run(...columns.map((column) => row[column] ?? null)))
    },
    complete: async () => {
      orFailure(() => connection.exec('commit'))
      const [broken] = rowsOf(connection, 'pragma foreign_key_check')
      if (broken !== undefined) throw new Error(`A row of ${broken['table']} belongs to a row that is missing`)
      connection.close()
      requireUnused(path)
      isComplete = true
    },
    close: async () => {
      if (connection.isOpen) connection.close()
      if (!isComplete) await present.discard()
    },
  }
}

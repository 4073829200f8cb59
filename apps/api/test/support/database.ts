import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { Database, DatabaseOptions } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { administer } from './mariadb.ts'

/** The factor for the timeouts of a database server in tests, so that tests don't fail on a busy machine. */
export const TIMEOUT_FACTOR = 60

/** Opens the suite's database, the same one each time; it is closed after the suite. */
export interface Open {
  (options?: DatabaseOptions): Promise<Database>
  readonly engine: Database['engine']
  /** Returns the database's address in the form of DATABASE_URL; known once the suite runs. */
  url(): string
}

interface Place {
  readonly engine: Database['engine']
  create(): Promise<string>
  remove(): Promise<void>
}

const sqlitePlace = (): Place => {
  let folder = ''
  return {
    engine: 'sqlite',
    create: async () => {
      folder = await mkdtemp(join(tmpdir(), 'netbox-sqlite-'))
      return `sqlite:${join(folder, 'netbox.sqlite')}`
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const mysqlPlace = (port: number): Place => {
  const name = `test_${randomBytes(8).toString('hex')}`
  return {
    engine: 'mysql',
    create: async () => {
      await administer(port, `create database ${name}`)
      return `mysql://netbox:netbox@127.0.0.1:${port}/${name}`
    },
    remove: () => administer(port, `drop database ${name}`),
  }
}

const suiteIn = (place: Place, suite: (open: Open) => void): void => {
  const opened: Database[] = []
  let url = ''
  beforeAll(async () => {
    url = await place.create()
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await place.remove()
  })
  const open = async (options?: DatabaseOptions): Promise<Database> => {
    const database = await openDatabase(url, { timeoutFactor: TIMEOUT_FACTOR, ...options })
    opened.push(database)
    return database
  }
  suite(Object.assign(open, { engine: place.engine, url: () => url }))
}

/**
 * Declares a suite with its own empty SQLite file. Suites over HTTP whose SQL is in repositories with tests on both engines use it.
 */
export const describeOnSqlite = (name: string, suite: (open: Open) => void): void => {
  describe(`${name} (sqlite)`, () => {
    suiteIn(sqlitePlace(), suite)
  })
}

/**
 * Declares a suite once for each engine, each with its own empty database: an SQLite file, and a MariaDB server if one is installed. The
 * run must have mariadb-setup.ts as its globalSetup.
 */
export const describeOnEveryEngine = (name: string, suite: (open: Open) => void): void => {
  describe(`${name} (sqlite)`, () => {
    suiteIn(sqlitePlace(), suite)
  })
  const port = inject('mariadbPort')
  if (port === undefined) throw new Error('The test needs the globalSetup apps/api/test/support/mariadb-setup.ts.')
  // mariadb-setup.ts has reported the missing tests, or failed.
  describe.runIf(port !== null)(`${name} (mysql)`, () => {
    suiteIn(mysqlPlace(port ?? 0), suite)
  })
}

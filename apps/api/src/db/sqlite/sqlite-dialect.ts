import {
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

const plain = new SqliteAdapter()

/*
 * Kysely's adapter makes everyone wait for the one connection that it assumes. Here reads have a connection of their own and writes
 * wait in line anyway, so nobody needs to wait once more.
 */
const adapter: DialectAdapter = {
  supportsCreateIfNotExists: plain.supportsCreateIfNotExists,
  supportsMultipleConnections: true,
  supportsTransactionalDdl: false,
  supportsReturning: true,
  supportsOutput: false,
  acquireMigrationLock: (db, options) => plain.acquireMigrationLock(db, options),
  releaseMigrationLock: (db, options) => plain.releaseMigrationLock(db, options),
}

/** Makes Kysely speak SQLite through a driver of ours. */
export const sqliteDialect = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => adapter,
  createIntrospector: (db) => new SqliteIntrospector(db),
})

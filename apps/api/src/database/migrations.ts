import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { createTable, type MigrationContext } from './create-table.ts'
import { type Database, type DatabaseOptions, MigrationsPending } from './database.ts'
import { addressRequests, type Schema, tables } from '../schema.ts'
import { isBeside } from './transfer.ts'

/** The migrations of the versions before the first release. */
const OF_PREVIEW = /^(?:00\d\d|2026-11)-/

/** The services that admins can switch off. */
const services = {
  registration: 'Creating accounts',
  email_verification: 'Checking whether email addresses can receive mail',
  email_migration: 'Requests to move a mailbox',
  billing: 'Buying and changing plans',
  tool_api: 'Running tools through the API',
}

/** Returns all migrations by name. They run in the order of their names, and a released one never changes. */
const migrations = (context: MigrationContext): Record<string, Migration> => ({
  '2026-11-tables': {
    async up(db) {
      for (const shape of tables) await createTable(db, context, shape)
      for (const [name, description] of Object.entries(services)) {
        const row = { id: name, service_name: name, description, is_enabled: 1, updated_at: context.now }
        const insert = db.insertInto('service_controls').values(row)
        await (context.engine === 'mysql' ? insert.ignore() : insert.onConflict((on) => on.doNothing())).execute()
      }
    },
  },
  '2026-12-address-requests': { up: (db) => createTable(db, context, addressRequests) },
})

/** Returns whether this netbox has a migration. */
export const knowsMigration = (name: string): boolean =>
  Object.hasOwn(migrations({ engine: 'sqlite', collation: '', now: 0 }), name)

/** Returns whether a migration is of a version before the first release. */
export const isOfPreview = (name: string): boolean => OF_PREVIEW.test(name) && !knowsMigration(name)

/** Returns whether a netbox of any version has created the tables, by their names and the migrations that ran. */
export const isOwnDatabase = (found: readonly string[], ran: readonly string[]): boolean => {
  const own = new Set<string>(tables.map(({ name }) => name))
  if (ran.length === 0) return found.every((name) => own.has(name) || name.startsWith('kysely_migration'))
  return ran.some((name) => knowsMigration(name) || OF_PREVIEW.test(name))
}

/** Returns the names of the migrations that ran. Throws if the database belongs to another program or to another netbox. */
const findOwnMigrations = async (queries: Kysely<Schema>, known: readonly string[]): Promise<readonly string[]> => {
  const found = (await queries.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  const isOurs = found.includes('kysely_migration')
  const { rows } = isOurs
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
    : { rows: [] }
  const ran = rows.map(({ name }) => name)
  const unknown = ran.filter((name) => !known.includes(name))
  const own = new Set<string>(isOurs ? tables.map(({ name }) => name) : [])
  const others = found.filter((name) => !own.has(name) && !name.startsWith('kysely_migration') && !isBeside(name))
  if (!isOurs && found.some(isBeside))
    throw new Error('A restore of this database was interrupted before it was complete: restore the backup again')
  if (unknown.length > 0 && unknown.length < ran.length)
    throw new Error('These tables belong to a newer netbox: install it or restore a backup')
  if (unknown.some((name) => OF_PREVIEW.test(name)))
    throw new Error('These tables belong to a netbox from before its first release: use an empty database')
  if (unknown.length > 0 || (ran.length === 0 && others.length > 0))
    throw new Error(
      `This database belongs to another program (its first table is '${others[0] ?? found[0] ?? ''}'): use an empty database`,
    )
  return ran
}

/** MySQL's and MariaDB's own binary collations, then one that both have but that ignores trailing spaces. */
const COLLATIONS = ['utf8mb4_0900_bin', 'utf8mb4_nopad_bin', 'utf8mb4_bin']

const findCollation = async (queries: Kysely<Schema>): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select collation_name as name from information_schema.collations
    where collation_name in (${sql.join(COLLATIONS)})`.execute(queries)
  return COLLATIONS.find((name) => rows.some((row) => row.name === name)) ?? 'utf8mb4_bin'
}

/**
 * Migrates the tables to the latest version. Throws the error of a failed migration, and changes nothing in a database of another program
 * or of a newer netbox. With `migrates` false, changes nothing, and throws `MigrationsPending` if there is something to change.
 */
export const migrate = async (
  queries: Kysely<Schema>,
  engine: Database['engine'],
  { clock, log, migrates = true, migrateTo }: DatabaseOptions,
): Promise<void> => {
  const collation = engine === 'mysql' ? await findCollation(queries) : 'binary'
  const all = migrations({ engine, collation, now: clock?.now() ?? 0 })
  const ran = await findOwnMigrations(queries, Object.keys(all))
  const pending = Object.keys(all).filter((name) => !ran.includes(name))
  if (!migrates && pending.length > 0) throw new MigrationsPending(pending)
  const provider = { getMigrations: async () => all }
  const migrator = new Migrator({ db: queries, provider })
  const { error, results } = await (migrateTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(migrateTo))
  for (const { migrationName, status } of results ?? []) {
    if (status === 'Error') log?.warn({ migration: migrationName }, 'A migration failed')
    if (status === 'Success') log?.info({ migration: migrationName, engine }, 'A migration ran')
  }
  if (error instanceof Error) throw error
  if (error !== undefined) throw new Error('The migrations failed', { cause: error })
}

/** Creates the tables of a version with a prefix, which a plugin of `queries` adds, in a MySQL database with other tables. */
export const migrateBeside = async (queries: Kysely<Schema>, migrateTo: string, prefix: string): Promise<void> => {
  const all = migrations({ engine: 'mysql', collation: await findCollation(queries.withoutPlugins()), now: 0 })
  const names = {
    migrationTableName: `${prefix}kysely_migration`,
    migrationLockTableName: `${prefix}kysely_migration_lock`,
  }
  const migrator = new Migrator({ db: queries, provider: { getMigrations: async () => all }, ...names })
  const { error } = await migrator.migrateTo(migrateTo)
  if (error instanceof Error) throw error
}

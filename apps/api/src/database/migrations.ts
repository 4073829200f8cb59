import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { createTable, type MigrationContext } from './create-table.ts'
import { type Database, type DatabaseOptions, MigrationsPending } from './database.ts'
import { type Schema, tables } from './schema.ts'
import { serviceProcesses } from '../service/tables.ts'
import { storageObjects } from '../supabase/storage/tables.ts'

const services = {
  registration: 'Creating accounts',
  email_verification: 'Checking whether email addresses can receive mail',
  email_migration: 'Requests to move a mailbox',
  billing: 'Buying and changing plans',
  tool_api: 'Running tools through the API',
}

/** Creates the tables, and the services that admins can switch off. */
const firstTables = (context: MigrationContext): Migration => ({
  async up(db) {
    for (const shape of tables) await createTable(db, context, shape)
    for (const [name, description] of Object.entries(services)) {
      const row = { id: name, service_name: name, description, is_enabled: 1, updated_at: context.now }
      const insert = db.insertInto('service_controls').values(row)
      await (context.engine === 'mysql' ? insert.ignore() : insert.onConflict((on) => on.doNothing())).execute()
    }
  },
})

const FIRST = '2026-11-first-tables'

/** Adds the plan after a planned change, unless the first migration has created it. */
const plannedChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const found = (await db.introspection.getTables()).find(({ name }) => name === 'billing_subscriptions')
    if (found?.columns.some(({ name }) => name === 'next_plan')) return
    await db.schema.alterTable('billing_subscriptions').addColumn('next_plan', 'varchar(64)').execute()
  },
}

/** Lets objects have no owner, unless the first migration has done so. SQLite can't change a column, so the rows move to another table. */
const unownedObjects = (context: MigrationContext): Migration => ({
  async up(db: Kysely<unknown>) {
    const { name, columns } = storageObjects
    const found = (await db.introspection.getTables()).find((each) => each.name === name)
    if (found?.columns.some((column) => column.name === 'owner_id' && column.isNullable)) return
    if (context.engine === 'mysql') {
      await sql`alter table ${sql.table(name)} modify owner_id varchar(32) null`.execute(db)
      return
    }
    const old = sql.table('storage_objects_with_owners')
    const all = sql.join(Object.keys(columns).map((column) => sql.ref(column)))
    await sql`alter table ${sql.table(name)} rename to ${old}`.execute(db)
    await sql`drop index storage_objects_owner_id_bucket_id_index`.execute(db)
    await createTable(db, context, storageObjects)
    await sql`insert into ${sql.table(name)} (${all}) select ${all} from ${old}`.execute(db)
    await sql`drop table ${old}`.execute(db)
  },
})

/** Removes the tables of mechanisms that are gone. */
const unusedTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ['leases', 'probed_servers']) await db.schema.dropTable(name).ifExists().execute()
  },
}

/** Returns all migrations by name. They run in the order of their names, and a released one never changes. */
const migrations = (context: MigrationContext): Record<string, Migration> => ({
  [FIRST]: firstTables(context),
  '2026-11-planned-changes': plannedChanges,
  '2026-11-service-processes': { up: (db) => createTable(db, context, serviceProcesses) },
  '2026-11-unowned-objects': unownedObjects(context),
  '2026-11-unused-tables': unusedTables,
})

/** Returns whether this netbox has a migration. */
export const knowsMigration = (name: string): boolean =>
  Object.hasOwn(migrations({ engine: 'sqlite', collation: '', now: 0 }), name)

/** The last of the fifteen migrations that made the same tables before one migration did. */
const LAST_OF_FIFTEEN = '0015-world-documents'

const isOfFifteen = (name: string): boolean => name <= LAST_OF_FIFTEEN && /^00\d\d-/.test(name)

/** Returns the names of the migrations that ran. Throws if the database belongs to another program or to a newer netbox. */
const findOwnMigrations = async (queries: Kysely<Schema>, known: readonly string[]): Promise<readonly string[]> => {
  const found = (await queries.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  const isOurs = found.includes('kysely_migration')
  const { rows } = isOurs
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
    : { rows: [] }
  const ran = rows.map(({ name }) => name)
  const unknown = ran.filter((name) => !known.includes(name) && !isOfFifteen(name))
  const own = new Set<string>(isOurs ? tables.map(({ name }) => name) : [])
  const others = found.filter((name) => !own.has(name) && !name.startsWith('kysely_migration'))
  if (unknown.length > 0 && unknown.length < ran.length)
    throw new Error('These tables belong to a newer netbox: install it or restore a backup')
  if (unknown.length > 0 || (ran.length === 0 && others.length > 0))
    throw new Error(
      `This database belongs to another program (its first table is '${others[0] ?? found[0] ?? ''}'): use an empty database`,
    )
  return ran
}

/** Takes over a database whose tables fifteen migrations made. Several processes may do this at once. */
const takeOver = async (queries: Kysely<Schema>, [oldest, ...more]: readonly string[]): Promise<void> => {
  if (oldest === undefined || !isOfFifteen(oldest)) return
  if (![oldest, ...more].includes(LAST_OF_FIFTEEN))
    throw new Error(
      'This database has tables of an unreleased version that netbox cannot take over: use an empty database',
    )
  await sql`delete from kysely_migration where name < ${LAST_OF_FIFTEEN}`.execute(queries)
  await sql`update kysely_migration set name = ${FIRST} where name = ${LAST_OF_FIFTEEN}`.execute(queries)
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
  const pending = Object.keys(all).filter(
    (name) => !ran.includes(name === FIRST && ran.includes(LAST_OF_FIFTEEN) ? LAST_OF_FIFTEEN : name),
  )
  if (!migrates && pending.length > 0) throw new MigrationsPending(pending)
  await takeOver(queries, ran)
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

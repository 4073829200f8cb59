import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { addUser } from '../../test/support/rows.ts'
import type { Database } from './database.ts'
import { describeUrl, findPending, openDatabase } from './open-database.ts'

const fifteen = ['0001-initial', '0002-used-tools', '0014-password-times', '0015-world-documents']

const recorded = async ({ queries }: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

const all = [
  '2026-11-first-tables',
  '2026-11-planned-changes',
  '2026-11-service-processes',
  '2026-11-unowned-objects',
  '2026-11-unused-tables',
]

/** Records these migrations instead of those that made the tables. */
const record = async ({ writer }: Database, names: readonly string[]): Promise<void> => {
  await sql`delete from kysely_migration`.execute(writer)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-20'})`.execute(writer)
}

describeOnEveryEngine('a database whose tables were made by fifteen migrations', (open) => {
  it('is taken over with its data, also by several processes at once', async () => {
    const old = await open()
    const userId = await addUser(old)
    const now = await recorded(old)
    await record(old, fifteen)
    const opened = await Promise.all([open(), open(), open()])
    for (const database of opened) {
      expect(await recorded(database)).toEqual(now)
      expect(await database.queries.selectFrom('users').select('id').execute()).toEqual([{ id: userId }])
    }
  })

  it('is taken over after a process ended in the middle of that', async () => {
    const old = await open()
    const now = await recorded(old)
    await record(old, fifteen.slice(-1))
    expect(await recorded(await open())).toEqual(now)
  })

  it('is refused in one sentence, and stays as it is, if some of them are missing', async () => {
    const old = await open()
    const known = fifteen.slice(0, -1)
    await record(old, known)
    await expect(open()).rejects.toThrow(
      /^DATABASE_URL: This database has tables of an unreleased version that netbox cannot take over: [^.]+\.$/,
    )
    expect(await recorded(old)).toEqual(known)
  })
})

describeOnEveryEngine('a database', (open) => {
  it('of a newer netbox is refused, and stays as it is', async () => {
    const database = await open()
    const names = [...(await recorded(database)), '2027-01-more-tables']
    await record(database, names)
    await expect(open()).rejects.toMatchObject({
      message: 'DATABASE_URL: These tables belong to a newer netbox: install it or restore a backup.',
    })
    expect(await recorded(database)).toEqual(names)
  })
})

describeOnEveryEngine('a database of before planned changes', (open) => {
  it('gets the later column and table, and keeps its rows', async () => {
    const old = await open()
    const userId = await addUser(old)
    await record(old, all.slice(0, 1))
    await sql`alter table billing_subscriptions drop column next_plan`.execute(old.writer)
    await old.writer.schema.dropTable('service_processes').execute()
    expect(await findPending(open.url())).toEqual(all.slice(1))
    const { queries } = await open()
    expect(await queries.selectFrom('billing_subscriptions').select('next_plan').execute()).toEqual([])
    expect(await queries.selectFrom('users').select('id').execute()).toEqual([{ id: userId }])
  })
})

const tablesOf = async ({ writer }: Database): Promise<readonly string[]> =>
  (await writer.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name).toSorted()

const columnsOf = async ({ writer }: Database) =>
  (await writer.introspection.getTables()).find(({ name }) => name === 'storage_objects')?.columns

const ownObjects = async ({ engine, writer }: Database): Promise<void> => {
  if (engine === 'mysql') {
    await sql`alter table storage_objects modify owner_id varchar(32) not null`.execute(writer)
    return
  }
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where tbl_name = 'storage_objects' and sql is not null order by type desc`.execute(
    writer,
  )
  await sql`drop table storage_objects`.execute(writer)
  for (const { sql: text } of rows)
    await sql.raw(text.replace('"owner_id" varchar(32)', '"owner_id" varchar(32) not null')).execute(writer)
}

describeOnEveryEngine('a database whose objects all have owners, with unused tables', (open) => {
  it('accepts objects without an owner, keeps the others, and loses the unused tables', async () => {
    const old = await open()
    const columns = await columnsOf(old)
    const [owner_id, now] = [await addUser(old), 1]
    await ownObjects(old)
    const bucket = { id: 'files', owner: null, public: 0 as const, file_size_limit: null, allowed_mime_types: null }
    await old.writer
      .insertInto('storage_buckets')
      .values({ ...bucket, created_at: now, updated_at: now })
      .execute()
    const object = {
      bucket_id: 'files',
      size: 1,
      mime: 'text/plain',
      cache_control: 'no-cache',
      etag: '"1"',
      user_metadata: null,
      created_at: now,
      updated_at: now,
      content_encoding: null,
    }
    const owned = { ...object, id: '1', name: 'one', version: '1', owner_id }
    const unowned = { ...object, id: '2', name: 'two', version: '2', owner_id: null }
    await old.writer.insertInto('storage_objects').values(owned).execute()
    await expect(old.writer.insertInto('storage_objects').values(unowned).execute()).rejects.toThrow(/null/i)
    for (const name of ['leases', 'probed_servers'])
      await old.writer.schema.createTable(name).addColumn('id', 'integer').execute()
    await record(old, all.slice(0, 3))
    const { writer, queries } = await open()
    await writer.insertInto('storage_objects').values(unowned).execute()
    expect(await queries.selectFrom('storage_objects').selectAll().orderBy('id').execute()).toEqual([owned, unowned])
    expect(await columnsOf(old)).toEqual(columns)
    expect(await tablesOf(old)).not.toEqual(expect.arrayContaining(['leases']))
    expect(await tablesOf(old)).not.toEqual(expect.arrayContaining(['probed_servers']))
    await writer.deleteFrom('users').where('id', '=', owner_id).execute()
    expect(await queries.selectFrom('storage_objects').select('id').execute()).toEqual([{ id: '2' }])
  })
})

describeOnEveryEngine('an empty database', (open) => {
  it('stays empty and its pending migrations are listed, unless it may be migrated', async () => {
    const pending = await findPending(open.url())
    expect(pending).toEqual(all)
    if (open.engine === 'sqlite') expect(existsSync(open.url().slice('sqlite:'.length))).toBe(false)
    await expect(openDatabase(open.url(), { migrates: false })).rejects.toThrow(
      "DATABASE_URL: The tables are missing or belong to an older netbox: start the service or run 'npm run admin -- migrate' first.",
    )
    const lines: object[] = []
    const log = { info: (fields: object) => lines.push(fields), warn: () => undefined }
    const database = await open({ log })
    expect(lines).toEqual(all.map((migration) => ({ migration, engine: open.engine })))
    expect(await findPending(open.url())).toEqual([])
    const again = await openDatabase(open.url(), { migrates: false })
    expect(await recorded(again)).toEqual(await recorded(database))
    await again.close()
  })
})

it('names a database without its password', () => {
  expect(describeUrl('mysql://netbox:secret@db:3306/netbox?tls=1')).toBe('mysql://netbox@db:3306/netbox')
  expect(describeUrl('sqlite:/var/lib/netbox.sqlite')).toBe('sqlite:/var/lib/netbox.sqlite')
})

const removeTables = async (database: Database): Promise<void> => {
  for (let left = await tablesOf(database); left.length > 0; left = await tablesOf(database)) {
    // A table that others refer to is removed after them.
    const drops = left.map((name) => database.writer.schema.dropTable(name).execute())
    await Promise.allSettled(drops)
  }
}

describe.each(['wp_posts', 'users'])('a database of another program', (table) => {
  describeOnEveryEngine(`with the table ${table}`, (open) => {
    it('is refused before a table is made', async () => {
      const database = await open()
      await removeTables(database)
      await database.writer.schema.createTable(table).addColumn('id', 'integer').execute()
      await expect(open()).rejects.toThrow(
        `DATABASE_URL: This database belongs to another program (its first table is '${table}'): use an empty database.`,
      )
      expect(await tablesOf(database)).toEqual([table])
    })
  })
})

describeOnEveryEngine('a database that another program migrates with the same library', (open) => {
  it('is refused, and stays as it is', async () => {
    const database = await open()
    await record(database, ['2020-posts'])
    await expect(open()).rejects.toThrow('DATABASE_URL: This database belongs to another program')
    expect(await recorded(database)).toEqual(['2020-posts'])
  })
})

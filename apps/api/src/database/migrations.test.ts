import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from './database.ts'
import { describeUrl } from '../config/settings.ts'
import { findPending, openDatabase } from './open-database.ts'

const recorded = async ({ queries }: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

const all = ['2026-11-tables', '2026-12-address-requests']

/** Records these migrations in place of the migrations that made the tables. */
const record = async ({ writer }: Database, names: readonly string[]): Promise<void> => {
  await sql`delete from kysely_migration`.execute(writer)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-20'})`.execute(writer)
}

describe.each([
  ['0001-initial', '0015-world-documents'],
  ['2026-11-first-tables', '2026-11-unused-tables'],
])('a database from before the first release, with the migrations %s to %s', (...names) => {
  describeOnEveryEngine('and its tables', (open) => {
    it('is refused in one sentence, and stays as it is', async () => {
      const old = await open()
      await record(old, names)
      await expect(open()).rejects.toMatchObject({
        message: 'DATABASE_URL: These tables belong to a netbox from before its first release: use an empty database.',
      })
      expect(await recorded(old)).toEqual(names)
    })
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

const tablesOf = async ({ writer }: Database): Promise<readonly string[]> =>
  (await writer.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name).toSorted()

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

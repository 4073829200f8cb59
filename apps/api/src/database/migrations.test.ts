import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { addUser } from '../../test/support/rows.ts'
import type { Database } from './database.ts'

const fifteen = ['0001-initial', '0002-used-tools', '0014-password-times', '0015-world-documents']

const recorded = async ({ queries }: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Records these migrations instead of those that made the tables. */
const record = async ({ queries }: Database, names: readonly string[]): Promise<void> => {
  await sql`delete from kysely_migration`.execute(queries)
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${'2026-11-20'})`.execute(queries)
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
      /^This database has tables of an unreleased version that netbox cannot take over: [^.]+\.$/,
    )
    expect(await recorded(old)).toEqual(known)
  })
})

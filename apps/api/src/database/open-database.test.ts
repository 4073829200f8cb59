import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { settle } from '../../test/support/settle.ts'
import { newId } from '../random.ts'
import type { Database } from './database.ts'
import { insertIgnore, upsert, lockRow, isUniqueViolation } from './dialects.ts'
import { openDatabase } from './open-database.ts'

const userNamed = (email: string) => ({
  id: newId(),
  email,
  email_key: email,
  password_hash: '-',
  confirmed_at: null,
  created_at: 0,
})

const count = async (database: Database, minute: number): Promise<number> =>
  (await database.queries.selectFrom('heartbeats').where('minute', '=', minute).selectAll().execute()).length

describeOnEveryEngine('a new database', (open) => {
  it('gets its tables and services once when five open it at the same time', async () => {
    const databases = await Promise.all(
      Array.from({ length: 5 }, () => open({ clock: { now: () => 1_763_625_600_000 } })),
    )
    for (const { queries } of databases) {
      const services = await queries.selectFrom('service_controls').selectAll().orderBy('service_name').execute()
      expect(services.map((row) => row.service_name)).toEqual([
        'billing',
        'email_migration',
        'email_verification',
        'registration',
        'tool_api',
      ])
      expect(services.every((row) => row.is_enabled === 1 && row.updated_at === 1_763_625_600_000)).toBe(true)
    }
  })
})

describeOnEveryEngine('a database', (open) => {
  it('keeps its data when it is opened again', async () => {
    const userId = await addUser(await open())
    const found = (await open()).queries.selectFrom('users').where('id', '=', userId).selectAll()
    expect(await found.executeTakeFirst()).toMatchObject({ id: userId, confirmed_at: 0, created_at: 0 })
  })

  it('answers a ping', async () => {
    await expect((await open()).ping()).resolves.toBeUndefined()
  })

  it('rolls back only the transaction that fails', async () => {
    const database = await open()
    const { errors } = await settle(20, (index) =>
      database.transaction(async (queries) => {
        await queries
          .insertInto('heartbeats')
          .values({ minute: 1000 + index })
          .execute()
        if (index === 7) throw new Error('the seventh')
      }),
    )
    expect(errors).toMatchObject([{ message: 'the seventh' }])
    expect(await count(database, 1007)).toBe(0)
    expect(await count(database, 1008)).toBe(1)
  })

  it('shows nothing of a transaction before it ends', async () => {
    const database = await open()
    await database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute: 2000 }).execute()
      expect(await count(database, 2000)).toBe(0)
    })
    expect(await count(database, 2000)).toBe(1)
  })

  it('continues in a transaction after a duplicate key', async () => {
    const database = await open()
    await database.transaction(async (queries) => {
      await queries.insertInto('heartbeats').values({ minute: 3000 }).execute()
      const again = queries.insertInto('heartbeats').values({ minute: 3000 }).execute()
      await expect(again).rejects.toSatisfy(isUniqueViolation)
      await queries.insertInto('heartbeats').values({ minute: 3001 }).execute()
    })
    expect(await count(database, 3001)).toBe(1)
  })

  it('refuses a query of a transaction that has ended', async () => {
    const database = await open()
    const queries = await database.transaction(async (inside) => inside)
    await expect(queries.selectFrom('users').selectAll().execute()).rejects.toThrow(/committed/)
  })

  it('distinguishes a duplicate key from a missing parent', async () => {
    const { writer } = await open()
    await writer.insertInto('users').values(userNamed('taken@example.com')).execute()
    await expect(writer.insertInto('users').values(userNamed('taken@example.com')).execute()).rejects.toSatisfy(
      isUniqueViolation,
    )
    const orphan = { user_id: newId(), tool: 'a', day: '2026-11-20', used: 0 }
    await expect(writer.insertInto('usage_counters').values(orphan).execute()).rejects.toSatisfy(
      (error: unknown) => !isUniqueViolation(error),
    )
  })

  it('compares text exactly, including trailing spaces', async () => {
    const { queries, writer } = await open()
    const keys = ['case', 'CASE', 'case ', 'c\u00e4se', 'ca\u0308se']
    for (const key of keys) await writer.insertInto('users').values(userNamed(key)).execute()
    await writer.insertInto('users').values(userNamed('space')).execute()
    const find = (key: string) => queries.selectFrom('users').where('email_key', '=', key).select('email').execute()
    expect(await find('CASE')).toMatchObject([{ email: 'CASE' }])
    expect(await find('space ')).toEqual([])
  })

  it.each([
    ['an emoji', 'a 👩‍🚀 b'],
    ['quotes and backslashes', `'; drop table users; -- \\' \\`],
    ['a zero byte', 'a\0b'],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('returns %s unchanged', async (_name, input) => {
    const database = await open()
    const id = newId()
    const user_id = await addUser(database)
    const rest = { tool: 'a', seed: 's', scenario: 'random', at: '', severity: 'pass', sentence: '', created_at: 0 }
    await database.writer
      .insertInto('runs')
      .values({ id, user_id, input, ...rest })
      .execute()
    const found = await database.queries.selectFrom('runs').where('id', '=', id).select('input').executeTakeFirst()
    expect(found?.input).toBe(input)
  })

  it('stores whole numbers up to 2^53 - 1 and returns numbers', async () => {
    const { queries, writer } = await open()
    await writer.insertInto('heartbeats').values({ minute: Number.MAX_SAFE_INTEGER }).execute()
    const last = await queries.selectFrom('heartbeats').select('minute').orderBy('minute', 'desc').limit(1).execute()
    expect(last).toMatchObject([{ minute: Number.MAX_SAFE_INTEGER }])
    const sums = await queries
      .selectFrom('service_controls')
      .select((row) => [row.fn.countAll().as('rows'), row.fn.sum('is_enabled').as('enabled')])
      .executeTakeFirst()
    expect(sums).toMatchObject({ rows: 5, enabled: 5 })
  })

  it('counts rows that an update matched, whether it changed them or not', async () => {
    const { writer } = await open()
    const update = () =>
      writer.updateTable('service_controls').set({ is_enabled: 1 }).where('service_name', '=', 'billing')
    expect((await update().executeTakeFirst()).numUpdatedRows).toBe(1n)
    expect((await update().executeTakeFirst()).numUpdatedRows).toBe(1n)
  })

  it('deletes all rows of a user with the user', async () => {
    const database = await open()
    const { queries, writer } = database
    const user_id = await addUser(database)
    await writer.insertInto('usage_counters').values({ user_id, tool: 'a', day: '2026-11-20', used: 1 }).execute()
    await writer.deleteFrom('users').where('id', '=', user_id).execute()
    expect(await queries.selectFrom('usage_counters').where('user_id', '=', user_id).selectAll().execute()).toEqual([])
  })

  it('inserts a row once and returns whether it did', async () => {
    const { queries, engine, writer } = await open()
    const row = { key: newId(), points: 1, expires_at: 2 }
    expect(await insertIgnore(writer, engine, 'rate_limits', row)).toBe(true)
    expect(await insertIgnore(writer, engine, 'rate_limits', { ...row, points: 9 })).toBe(false)
    const found = await queries.selectFrom('rate_limits').where('key', '=', row.key).selectAll().execute()
    expect(found).toMatchObject([row])
  })

  it('inserts a row or updates the existing one', async () => {
    const { queries, engine, writer } = await open()
    const row = { key: newId(), points: 1, expires_at: 2 }
    await upsert(writer, engine, 'rate_limits', ['key'], row, { points: 5 })
    await upsert(writer, engine, 'rate_limits', ['key'], row, { points: 5 })
    const found = await queries.selectFrom('rate_limits').where('key', '=', row.key).selectAll().execute()
    expect(found).toMatchObject([{ ...row, points: 5 }])
  })

  it('writes the row of a lock each time, because a cluster detects only changes; SQLite needs none', async () => {
    const { engine, queries, writer } = await open()
    if (engine === 'sqlite') {
      await lockRow(writer, 'a lock', 1000)
      expect(await queries.selectFrom('row_locks').selectAll().execute()).toEqual([])
      return
    }
    const ends = new Set<number>()
    let last = 0
    for (let times = 0; times < 3; times++) {
      await lockRow(writer, 'a lock', 1000)
      const row = await queries
        .selectFrom('row_locks')
        .selectAll()
        .where('key', '=', 'a lock')
        .executeTakeFirstOrThrow()
      expect(row.expires_at).not.toBe(last)
      last = row.expires_at
      ends.add(last)
    }
    expect(ends).toEqual(new Set([1000, 999]))
  })

  it('lets two transactions that lock the same rows in opposite order both end', async () => {
    const database = await open()
    const keys = [newId(), newId()]
    for (const key of keys)
      await database.writer.insertInto('rate_limits').values({ key, points: 0, expires_at: 0 }).execute()
    const { errors } = await settle(20, (index) =>
      database.transaction(async (queries) => {
        for (const key of index % 2 === 0 ? keys : keys.toReversed()) {
          await queries
            .updateTable('rate_limits')
            .set((row) => ({ points: row('points', '+', 1) }))
            .where('key', '=', key)
            .execute()
        }
      }),
    )
    expect(errors).toEqual([])
    const rows = await database.queries.selectFrom('rate_limits').where('key', 'in', keys).select('points').execute()
    expect(rows).toMatchObject([{ points: 20 }, { points: 20 }])
  })

  it('refuses text that is longer than its column, or stores it completely', async () => {
    const database = await open()
    const long = { ...userNamed(newId()), email: 'x'.repeat(400) }
    const written = await database.writer
      .insertInto('users')
      .values(long)
      .execute()
      .then(
        () => true,
        () => false,
      )
    const rows = await database.queries.selectFrom('users').where('id', '=', long.id).select('email').execute()
    expect(rows).toEqual(written ? [expect.objectContaining({ email: long.email })] : [])
  })

  it('lets raw SQL write', async () => {
    const { writer } = await open()
    const { numAffectedRows } = await sql`insert into heartbeats (minute) values (${4000})`.execute(writer)
    expect(numAffectedRows).toBe(1n)
  })
})

describe('openDatabase', () => {
  it.each([
    ['postgres://localhost/netbox', /sqlite: or mysql:/],
    ['sqlite:', /a file/],
    ['sqlite::memory:', /a file/],
    ['mysql://root:secret@localhost', /a database/],
    ['mysql://root:secret@localhost/a?multipleStatements=true', /multipleStatements/],
    ['mysql://root:secret@localhost/a?pool=0', /pool/],
  ])('refuses %s without showing the password', async (url, message) => {
    const refusal = await openDatabase(url).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).toMatch(message)
    expect(String(refusal)).not.toContain('secret')
  })

  it('names the setting in the error of a file that is no database, and does not change the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'netbox-no-database-'))
    const path = join(folder, 'notes.txt')
    await writeFile(path, 'These are notes, not a database. '.repeat(100))
    await expect(openDatabase(`sqlite:${path}`)).rejects.toThrow(
      /^DATABASE_URL: .*not a database \(\S+notes\.txt\)\. Restore a backup, or name another file\.$/,
    )
    expect(await readFile(path, 'utf8')).toMatch(/^These are notes/)
    expect(await readdir(folder)).toEqual(['notes.txt'])
    await rm(folder, { recursive: true })
  })
})

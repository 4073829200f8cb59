import { fakeClock } from '@netbox/core/testing'
import { beforeAll, expect, it } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../schema.ts'
import { newId } from '../random.ts'
import { listUsedTools } from '../accounts/export/repository.ts'
import { lastRuns } from '../accounts/dashboard/repository.ts'
import { uptime } from '../accounts/dashboard/service.ts'
import { purgeRecords } from './housekeeping.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeOnEveryEngine('records past their retention', (open) => {
  const clock = fakeClock()
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const ago = (days: number): number => clock.now() - days * DAY
  const dayAgo = (days: number): string => new Date(ago(days)).toISOString().slice(0, 10)
  const rowsIn = async (table: keyof Schema): Promise<number> =>
    (await database.queries.selectFrom(table).selectAll().execute()).length
  const purge = (signal?: AbortSignal) => purgeRecords(database, clock.now(), signal)

  const addRuns = async (userId: string, tools: readonly string[], times: readonly number[]) => {
    const rows = times.map((created_at, index) => ({
      id: newId(),
      user_id: userId,
      tool: tools[index % tools.length] ?? '',
      input: 'example.com',
      seed: 's',
      scenario: 'healthy',
      at: '2026-01-01T00:00:00Z',
      severity: 'ok',
      sentence: 'All is well.',
      created_at,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await database.writer
        .insertInto('runs')
        .values(rows.slice(at, at + 500))
        .execute()
  }

  it('are world documents that no run has used for ninety days', async () => {
    const user_id = await addUser(database)
    const add = (id: string, days: number) =>
      database.writer
        .insertInto('world_documents')
        .values({ id, user_id, document: '{}', used_at: ago(days) })
        .execute()
    await add('old', 92)
    await add('used', 90)
    await purge()
    const left = await database.queries.selectFrom('world_documents').select('id').execute()
    expect(left).toEqual([{ id: 'used' }])
  })

  it('are runs older than ninety days, but the used tools stay counted', async () => {
    const [busy, away, fresh] = [await addUser(database), await addUser(database), await addUser(database)]
    // More than a batch, most of them in one millisecond, including the rarest tool.
    await addRuns(
      busy,
      ['mx-record', 'a-record'],
      Array.from({ length: 2300 }, () => ago(91)),
    )
    await addRuns(busy, ['whois-lookup'], [ago(91)])
    await addRuns(busy, ['a-record', 'ping-test'], [ago(90), ago(1)])
    await addRuns(away, ['txt-record', 'mx-record', 'soa-record'], [ago(400), ago(200), ago(90) - 1])
    await addRuns(fresh, ['ping-test'], [ago(2), ago(1)])
    const toolsOf = async () =>
      Promise.all([busy, away, fresh].map(async (id) => (await listUsedTools(database.queries, id)).length))
    expect(await toolsOf()).toEqual([4, 3, 1])
    await Promise.all([purge(), purge()])
    expect((await lastRuns(database.queries, busy, 10)).map(({ tool }) => tool)).toEqual(['ping-test', 'a-record'])
    expect(await lastRuns(database.queries, away, 10)).toEqual([])
    expect(await lastRuns(database.queries, fresh, 10)).toHaveLength(2)
    expect(await toolsOf()).toEqual([4, 3, 1])
    await addRuns(away, ['mx-record', 'ping-test'], [ago(0), ago(0)])
    expect((await listUsedTools(database.queries, away)).length).toBe(4)
  })

  it('are runs of more users than one batch', async () => {
    const users = await Promise.all(Array.from({ length: 230 }, () => addUser(database)))
    for (const user of users) await addRuns(user, ['mx-record'], [ago(100), ago(3)])
    await purge()
    const old = await database.queries.selectFrom('runs').select('id').where('created_at', '<', ago(90)).execute()
    expect(old).toEqual([])
    for (const user of users.slice(0, 3)) expect(await lastRuns(database.queries, user, 10)).toHaveLength(1)
  })

  it('are daily counters older than forty days', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => addUser(database)))
    const days = [41, 42, 300, 40, 39, 0].map(dayAgo)
    const tools = ['mx-record', 'a-record', 'ping-test', 'whois-lookup']
    for (const day of days)
      await database.writer
        .insertInto('usage_counters')
        .values(users.flatMap((user_id) => tools.map((tool) => ({ user_id, tool, day, used: 3 }))))
        .execute()
    await purge()
    const left = await database.queries.selectFrom('usage_counters').select('day').distinct().orderBy('day').execute()
    expect(left.map(({ day }) => day)).toEqual([40, 39, 0].map(dayAgo))
    expect(await rowsIn('usage_counters')).toBe(3 * 60 * 4)
  })

  it('are notifications that expired thirty days ago, with their read marks', async () => {
    const readers = await Promise.all(Array.from({ length: 1100 }, () => addUser(database)))
    const add = async (expires_at: number | null) => {
      const id = newId()
      const text = { title: 't', message: 'm', type: 'general' as const }
      const row = { id, ...text, is_global: 1 as const, target_user_id: null, expires_at, created_at: 0 }
      await database.writer.insertInto('notifications').values(row).execute()
      return id
    }
    const [old, ended, lasting] = [await add(ago(30) - 1), await add(ago(30)), await add(null)]
    for (const notification_id of [old, ended])
      for (let at = 0; at < readers.length; at += 500)
        await database.writer
          .insertInto('notification_reads')
          .values(readers.slice(at, at + 500).map((user_id) => ({ notification_id, user_id, read_at: 1 })))
          .execute()
    await purge()
    const left = await database.queries.selectFrom('notifications').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([ended, lasting].toSorted())
    expect(await rowsIn('notification_reads')).toBe(1100)
  })

  it('are rows of the audit log after two years', async () => {
    const row = { actor_id: 'a', action: 'user.create', target_id: null, detail: '{}' }
    for (const created_at of [ago(731), ago(730) - 1, ago(730), ago(1)])
      await database.writer
        .insertInto('audit_log')
        .values({ id: newId(), ...row, created_at })
        .execute()
    await purge()
    expect(await rowsIn('audit_log')).toBe(2)
  })

  it('are minutes older than forty days, and the uptime stays the same', async () => {
    const minuteAgo = (days: number) => Math.floor(ago(days) / MINUTE)
    const minutes = [minuteAgo(100), minuteAgo(90), minuteAgo(90) + 1, minuteAgo(1), minuteAgo(0) - 1]
    await database.writer
      .insertInto('heartbeats')
      .values(minutes.map((minute) => ({ minute })))
      .execute()
    const before = await uptime(database.queries, clock.now())
    expect(before.uptime).toBeLessThan(1)
    await purge()
    const left = await database.queries.selectFrom('heartbeats').select('minute').orderBy('minute').execute()
    expect(left.map(({ minute }) => minute)).toEqual(minutes.slice(2))
    expect(await uptime(database.queries, clock.now())).toEqual(before)
  })

  it('stay when the deletion is aborted', async () => {
    const user = await addUser(database)
    await addRuns(user, ['mx-record'], [ago(100)])
    await purge(AbortSignal.abort())
    expect(await lastRuns(database.queries, user, 10)).toHaveLength(1)
  })
})

import { expect, it } from 'vitest'
import { downtime, uptime } from '../../src/accounts/dashboard/service.ts'
import { describeOnSqlite } from '../support/database.ts'
import { runRow } from '../support/rows.ts'
import { setClock } from '../support/set-clock.ts'
import { useApi } from '../support/use-api.ts'

const MINUTE = 60_000

describeOnSqlite("a user's own numbers over HTTP", (open) => {
  const clock = setClock('2026-11-20T08:00:30Z')
  const api = useApi({ on: open, clock })

  const run = (bearer: string, id: string, input = 'example.com') => {
    clock.advance(10)
    return api.call('tools.run', { params: { id }, bearer, body: { input } })
  }

  it('are empty without data', async () => {
    const { bearer } = await api.user()
    const { data } = (await api.call('stats.get', { bearer })).body
    expect(data).toMatchObject({ emails_verified: 0, migrations: 0, tools_used: 0 })
    expect((await api.call('activity.list', { bearer })).body.data.items).toEqual([])
  })

  it('count different tools, and only the user’s own runs', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    for (const id of ['mx-record', 'mx', 'txt-record']) await run(ana.bearer, id)
    await run(ben.bearer, 'a-record')
    expect((await api.call('stats.get', { bearer: ana.bearer })).body.data.tools_used).toBe(2)
    expect((await api.call('stats.get', { bearer: ben.bearer })).body.data.tools_used).toBe(1)
  })

  it('show runs and migrations, newest first, with the verdict', async () => {
    const { bearer } = await api.user({ plan: 'pro' })
    const verdict = (await run(bearer, 'mx')).body.verdict
    clock.advance(10)
    const mailbox = { source_host: 'a.example', source_email: 'ana@a.example', source_password: 'x' }
    const target = { destination_host: 'b.example', destination_email: 'ana@b.example', destination_password: 'y' }
    await api.call('migrations.create', { bearer, body: { ...mailbox, ...target } })
    const { items } = (await api.call('activity.list', { bearer })).body.data
    expect(items).toMatchObject([
      { kind: 'migration', title: 'ana@a.example to ana@b.example', detail: 'Pending', severity: null, replay: null },
      {
        kind: 'run',
        title: 'MX Record',
        detail: `example.com: ${verdict.sentence}`,
        severity: verdict.severity,
      },
    ])
    expect((await api.call('stats.get', { bearer })).body.data.migrations).toBe(1)
  })

  it('contain the facts that were given for a run', async () => {
    const { bearer } = await api.user()
    const world = { hosts: { 'mx1.mail.example': { smtp: { state: 'refused' } } } } as const
    await api.call('tools.run', { params: { id: 'mx-record' }, bearer, body: { input: 'mail.example', world } })
    const [item] = (await api.call('activity.list', { bearer })).body.data.items
    expect(item?.replay?.world).toEqual(world)
  })

  it('contain the data that repeats a run, unless its input was too long to be stored completely', async () => {
    const { bearer } = await api.user()
    const first = (await run(bearer, 'mx', 'mail.example')).body
    await run(bearer, 'header-analyzer', `Received: from a.example\nSubject: ${'x'.repeat(2000)}`)
    const { items } = (await api.call('activity.list', { bearer })).body.data
    const { tool, input, seed, scenario, at } = first
    expect(items.map(({ replay }) => replay)).toEqual([null, { tool, input, seed, scenario, at }])
    const again = await api.call('tools.run', { params: { id: tool }, bearer, body: { input, seed, scenario, at } })
    expect(again.body.result).toEqual(first.result)
  })

  it('show the latest twenty and the first line of long inputs', async () => {
    const { bearer } = await api.user()
    for (let count = 0; count < 21; count++) await run(bearer, 'mx')
    await run(bearer, 'header-analyzer', `Received: from ${'😀'.repeat(100)}\nSubject: secret`)
    const { items } = (await api.call('activity.list', { bearer })).body.data
    expect(items).toHaveLength(20)
    expect(items[0]?.detail).not.toContain('secret')
  })

  it('show the runs of a list as one activity, with their verdicts', async () => {
    const { id, bearer } = await api.user()
    const { writer } = api.core.database
    for (const [index, severity] of ['pass', 'critical', 'pass'].entries())
      await writer
        .insertInto('runs')
        .values({ ...runRow, id: `l${index}`, user_id: id, input: `mx${index}.example`, severity, created_at: index })
        .execute()
    await run(bearer, 'mx')
    const { items } = (await api.call('activity.list', { bearer })).body.data
    expect(items).toHaveLength(2)
    expect(items[0]?.list).toBeNull()
    expect(items[1]).toMatchObject({
      detail: '3 runs',
      severity: 'critical',
      replay: null,
      list: { seed: runRow.seed, critical: 1, warning: 0, info: 0, pass: 2 },
      created_at: '1970-01-01T00:00:00.002Z',
    })
  })

  it('count verifications by month, and show the latest', async () => {
    const { id, bearer } = await api.user()
    const { writer } = api.core.database
    const [first, second] = ['2026-10', '2026-11']
    for (const month of [first, second])
      await writer.insertInto('verification_months').values({ user_id: id, month, reserved: 9, verified: 4 }).execute()
    const nothing = { provider: null, smtp_server: null, smtp_response_code: null, smtp_response_message: null }
    const found = {
      verification_attempts: 1,
      reason: 'mailbox_exists',
      retry_after: null,
      role: 0,
      simulated: 0,
    } as const
    const address = { email: 'Bob@mail.example', email_key: 'bob@mail.example' }
    const row = { id: `v${id}`.slice(0, 26), user_id: id, ...address, status: 'valid', confidence: 95 } as const
    await writer
      .insertInto('verifications')
      .values({ ...row, ...nothing, ...found, created_at: Date.parse('2026-11-20T07:00:00Z') })
      .execute()
    expect((await api.call('stats.get', { bearer })).body.data.emails_verified).toBe(8)
    const [latest] = (await api.call('activity.list', { bearer })).body.data.items
    expect(latest).toEqual({
      id: row.id,
      kind: 'verification',
      title: 'Bob@mail.example',
      detail: 'valid',
      severity: null,
      replay: null,
      batch: { addresses: 1, statuses: [{ status: 'valid', count: 1 }], simulated: false },
      list: null,
      created_at: '2026-11-20T07:00:00.000Z',
    })
  })

  it('of today are counted in half hours of UTC, with the worst run and without runs of yesterday', async () => {
    const { id, bearer } = await api.user()
    const { writer } = api.core.database
    const rows = [
      '2026-11-19T23:59:59Z',
      '2026-11-20T00:00:00Z',
      '2026-11-20T07:29:59Z',
      '2026-11-20T07:31:00Z',
    ] as const
    for (const [index, time] of rows.entries())
      await writer
        .insertInto('runs')
        .values({
          ...runRow,
          id: `r${index}`,
          user_id: id,
          severity: index === 1 ? 'critical' : 'pass',
          created_at: Date.parse(time),
        })
        .execute()
    const { data } = (await api.call('stats.today', { bearer })).body
    expect(data).toMatchObject({ day: '2026-11-20', reset: '2026-11-21T00:00:00.000Z', total: 3, verifications: [] })
    const none = { critical: 0, warning: 0, info: 0, pass: 0 }
    expect(data.runs).toEqual([
      { start: '2026-11-20T00:00:00.000Z', ...none, critical: 1 },
      { start: '2026-11-20T07:00:00.000Z', ...none, pass: 1 },
      { start: '2026-11-20T07:30:00.000Z', ...none, pass: 1 },
    ])
    expect(data.worst).toMatchObject({ tool: 'mx-record', sentence: 'b', created_at: '2026-11-20T00:00:00.000Z' })
  })

  it('compute the uptime from the minutes in which the service responded', async () => {
    const { queries, writer } = api.core.database
    const start = 10_000_000
    const time = (minute: number) => (start + minute) * MINUTE + 1
    const at = async (minute: number) => (await uptime(queries, time(minute))).uptime
    const beat = (minutes: readonly number[]) =>
      writer
        .insertInto('heartbeats')
        .values(minutes.map((minute) => ({ minute: start + minute })))
        .execute()
    await writer.deleteFrom('heartbeats').execute()
    expect(await at(0)).toBeNull()
    await beat([0])
    expect(await at(0)).toBe(100)
    expect(await at(1)).toBe(100)
    await beat([1, 3])
    expect(await at(4)).toBe(75)
    expect(await at(3)).toBe(66.66)
    expect(await downtime(queries, time(0), time(6))).toEqual([
      { from: new Date((start + 2) * MINUTE).toISOString(), to: new Date((start + 3) * MINUTE).toISOString() },
      { from: new Date((start + 4) * MINUTE).toISOString(), to: new Date((start + 6) * MINUTE).toISOString() },
    ])
    const days = (await uptime(queries, time(24 * 60))).uptime_days
    expect(days.map(({ up, minutes }) => [up, minutes])).toEqual([
      [3, 24 * 60 - (start % (24 * 60))],
      [0, start % (24 * 60)],
    ])
    const month = 30 * 24 * 60
    await beat([month + 4])
    expect(await at(month + 5)).toBe(0)
  })
})

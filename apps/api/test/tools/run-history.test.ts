import { randomUUID } from 'node:crypto'
import { createToolbox, WORLD_VERSION } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { setClock } from '../support/set-clock.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const NOON = '2026-11-20T12:00:00.000Z'

describeOnEveryEngine('the history of runs', (open) => {
  const clock = setClock(NOON)
  const api = useApi({ on: open, clock })

  const finished = (given: object = {}) => ({
    id: randomUUID().replaceAll('-', ''),
    tool: 'mx-record',
    input: 'shop.example',
    seed: 'k3f9',
    scenario: 'mx-down',
    at: '2026-11-20T08:00:00.000Z',
    engine: WORLD_VERSION,
    ran_at: NOON,
    ...given,
  })
  const report = async ({ bearer }: TestUser, ...runs: object[]) =>
    (await api.call('runs.report', { bearer, body: { runs } })).body.data
  const list = async ({ bearer }: TestUser, query: object = {}) =>
    (await api.call('runs.list', { bearer, query })).body.data
  const used = async ({ bearer }: TestUser, tool = 'mx-record') =>
    (await api.call('usage.list', { bearer })).body.usage.find((row) => row.tool === tool)?.used

  describe('of a browser', () => {
    it('has the verdict of the repeated run, and shares counter and list with the API', async () => {
      const ana = await api.user()
      const run = finished()
      await api.call('tools.run', { bearer: ana.bearer, params: { id: 'mx-record' }, body: { input: 'a.example' } })
      const { outcomes, usage, day } = await report(ana, {
        ...run,
        sentence: 'All is well.',
        severity: 'pass',
        plan: 'pro',
      })
      expect(outcomes).toEqual([{ id: run.id, outcome: 'recorded' }])
      expect(day).toBe('2026-11-20')
      expect(usage.find(({ tool }) => tool === 'mx-record')).toMatchObject({ used: 2, limit: 100, remaining: 98 })
      const made = await createToolbox({ seed: run.seed, scenario: 'mx-down', at: run.at }).run('mx-record', run.input)
      const { items, total } = await list(ana)
      expect(total).toBe(2)
      const { sentence, severity } = made.verdict
      const { tool, input, seed, scenario, at } = run
      expect(items.find(({ id }) => id === run.id)).toEqual({
        id: run.id,
        tool,
        input,
        whole: true,
        seed,
        scenario,
        at,
        sentence,
        severity,
        created_at: NOON,
      })
    })

    it('counts a run once, however often and from however many browsers it is reported', async () => {
      const ana = await api.user()
      const runs = Array.from({ length: 5 }, () => finished())
      const all = await Promise.all(Array.from({ length: 4 }, () => report(ana, ...runs)))
      expect(all.flatMap(({ outcomes }) => outcomes.filter(({ outcome }) => outcome === 'recorded'))).toHaveLength(5)
      expect(await used(ana)).toBe(5)
      expect((await list(ana)).total).toBe(5)
      const ben = await api.user()
      const [first] = runs
      expect((await report(ben, first ?? {})).outcomes[0]?.outcome, 'an id is its own for each account').toBe(
        'recorded',
      )
    })

    it('ends at the limit of the plan; runs beyond it are in no list', async () => {
      const ana = await api.user()
      const runs = Array.from({ length: 27 }, () =>
        finished({ tool: 'traceroute', input: '192.0.2.1', scenario: 'random' }),
      )
      const { outcomes } = await report(ana, ...runs)
      expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(25)
      expect(outcomes.at(-1)).toMatchObject({
        outcome: 'refused',
        code: 'daily_limit_reached',
        message: 'Daily limit reached: 25 runs of Traceroute per day on the Free plan. Resets at 00:00 UTC.',
      })
      expect(await used(ana, 'traceroute')).toBe(25)
      expect((await list(ana)).total).toBe(25)
    })

    it('accepts runs of the last week on the day on which they ran, and none of the future', async () => {
      const ana = await api.user()
      const yesterday = '2026-11-19T23:59:59.000Z'
      const old = '2026-11-12T12:00:00.000Z'
      const ahead = '2026-11-20T12:06:00.000Z'
      const { outcomes } = await report(ana, ...[yesterday, old, ahead].map((ran_at) => finished({ ran_at })))
      expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual(['recorded', 'too_old', 'not_yet'])
      expect(await used(ana)).toBe(0)
      expect((await list(ana)).items[0]?.created_at).toBe(yesterday)
    })

    it.each([
      ['no tool', { tool: 'nonsense' }, 'not_implemented'],
      ['no input of the tool', { input: 'not a domain' }, 'invalid_input'],
      ['no scenario', { scenario: 'nonsense' }, 'invalid_input'],
      ['a tool of another plan', { tool: 'dns-diagnostic' }, 'upgrade_required'],
      ['another simulation', { engine: 'netbox-sim/1' }, 'other_version'],
      ['facts that say nothing', { world: { domains: 1 } }, 'invalid_input'],
    ])('refuses %s and records nothing', async (_, given, code) => {
      const ana = await api.user()
      const { outcomes } = await report(ana, finished(given))
      expect(outcomes[0]).toMatchObject({ outcome: 'refused', code })
      expect((await list(ana)).total).toBe(0)
    })

    it('accepts a run whose facts contain an SPF record that includes itself', async () => {
      const ana = await api.user()
      const loop = `v=spf1 ${'include:a.example '.repeat(4)}-all`
      const world = { domains: { 'a.example': { records: { TXT: [loop] } } } }
      const { outcomes } = await report(ana, finished({ tool: 'spf-check', input: 'a.example', world }))
      expect(outcomes[0]?.outcome).toBe('recorded')
    })

    it('refuses an invalid report', async () => {
      const { bearer } = await api.user()
      for (const runs of [[finished({ id: '7' })], Array.from({ length: 51 }, () => finished()), 'all'])
        expect((await api.call('runs.report', { bearer, body: { runs } })).code).toBe('validation_failed')
      expect((await api.call('runs.list', { bearer, query: { from: '2026-02-30' } })).code).toBe('validation_failed')
    })
  })

  describe('as it is read', () => {
    it('is searched, filtered, paged and counted by day', async () => {
      const ana = await api.user()
      const days = ['2026-11-18T10:00:00.000Z', '2026-11-19T10:00:00.000Z', NOON]
      await report(
        ana,
        ...days.map((ran_at) => finished({ ran_at })),
        finished({ tool: 'ptr-lookup', input: '192.0.2.7', scenario: 'random', seed: '100%' }),
      )
      const found = async (query: object) => (await list(ana, query)).total
      expect(await found({ q: 'SHOP' })).toBe(3)
      expect(await found({ q: '100%' })).toBe(1)
      expect(await found({ q: 'mx-d' })).toBe(3)
      expect(await found({ tool: 'ptr-lookup' })).toBe(1)
      expect(await found({ severity: 'warning' }), 'or worse').toBe(3)
      expect(await found({ severity: 'pass' })).toBe(4)
      expect(await found({ scenario: 'random' })).toBe(1)
      expect(await found({ from: '2026-11-19', to: '2026-11-19' })).toBe(1)
      const second = await list(ana, { limit: 1, page: 4 })
      expect(second).toMatchObject({ page: 4, limit: 1, total: 4 })
      expect(second.items[0]?.created_at).toBe(days[0])
      const { data } = (await api.call('runs.days', { bearer: ana.bearer })).body
      expect(data).toMatchObject({ total: 4, since: days[0], today: '2026-11-20' })
      expect(data.days).toHaveLength(30)
      expect(data.days.slice(-3).map(({ runs }) => runs)).toEqual([1, 1, 2])
      expect(data.days.at(-2)?.worst).not.toBeNull()
      expect(data.days[0]).toEqual({ day: '2026-10-22', runs: 0, worst: null })
    })

    it('contains only the user’s own runs', async () => {
      const [ana, ben] = [await api.user(), await api.user()]
      await report(ana, finished())
      expect((await list(ben)).items).toEqual([])
      expect((await api.call('runs.days', { bearer: ben.bearer })).body.data).toMatchObject({ total: 0, since: null })
    })
  })
})

describeOnEveryEngine('the size of the history', (open) => {
  const DAY = 24 * 60 * 60_000
  const clock = setClock(NOON)
  const api = useApi({ on: open, clock, env: { RATE_LIMITS: 'on' } })
  /** Returns a world document of about 16 kB, another one for each number. */
  const world = (number: number) => ({
    domains: {
      [`${'a'.repeat(50)}${number}.example`]: { records: { TXT: Array.from({ length: 64 }, () => 'x'.repeat(240)) } },
    },
  })
  const tools = ['mx-record', 'a-record', 'txt-record', 'soa-record'] as const
  /** Reports some runs, each with a document, within the daily limits. */
  const report = async (bearer: string, documents: readonly object[]) => {
    const runs = documents.map((document, index) => ({
      id: randomUUID().replaceAll('-', ''),
      tool: tools[index % tools.length],
      input: 'shop.example',
      seed: 'k3f9',
      scenario: 'healthy',
      at: '2026-11-20T08:00:00.000Z',
      engine: WORLD_VERSION,
      ran_at: new Date(clock.now()).toISOString(),
      world: document,
    }))
    return (await api.call('runs.report', { bearer, body: { runs } })).body.data.outcomes
  }
  const storedOf = async (userId: string) => {
    const rows = await api.core.database.queries
      .selectFrom('world_documents')
      .select('document')
      .where('user_id', '=', userId)
      .execute()
    return { documents: rows.length, bytes: rows.reduce((sum, { document }) => sum + document.length, 0) }
  }

  it('is at most 4 MB of documents a day for each user; further runs are refused, and recorded a day later', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    expect(await report(ana.bearer, [world(0), world(1)])).toMatchObject([
      { outcome: 'recorded' },
      { outcome: 'recorded' },
    ])
    const { documents, bytes } = await storedOf(ana.id)
    // As if the user had reported many other documents.
    const counter = api.core.database.writer.updateTable('rate_limits').where('key', 'like', `%${ana.id}`)
    await counter.set({ points: 4_000_000 - (bytes / documents) * 1.5 }).execute()
    expect(await report(ana.bearer, [world(2), world(3)])).toMatchObject([
      { outcome: 'recorded' },
      {
        outcome: 'refused',
        code: 'rate_limited',
        message: 'Your history takes at most 4 MB of long inputs and world documents in 24 hours. Try again later.',
      },
    ])
    expect((await storedOf(ana.id)).documents).toBe(3)
    const direct = { params: { id: 'ptr-lookup' }, bearer: ana.bearer, body: { input: '192.0.2.1' } } as const
    const refused = await api.call('tools.run', { ...direct, body: { ...direct.body, world: world(999) } })
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // A run without a document, and one with a known document, add little.
    expect((await api.call('tools.run', direct)).status).toBe(200)
    expect(await report(ana.bearer, [world(0)])).toMatchObject([{ outcome: 'recorded' }])
    expect(await report(ben.bearer, [world(0)])).toMatchObject([{ outcome: 'recorded' }])
    clock.advance(DAY)
    const again = await api.call('auth.login', { body: { email: ana.email, password: ana.password } })
    expect(await report(again.body.token, [world(3)])).toMatchObject([{ outcome: 'recorded' }])
  })

  it('contains each document of a user once, and lists it with each of its runs', async () => {
    const user = await api.user()
    const { bearer } = user
    expect(
      new Set(
        (
          await report(
            bearer,
            Array.from({ length: 20 }, () => world(1)),
          )
        ).map(({ outcome }) => outcome),
      ),
    ).toEqual(new Set(['recorded']))
    expect((await storedOf(user.id)).documents).toBe(1)
    const { items } = (await api.call('runs.list', { bearer })).body.data
    for (const item of items) expect(item.world).toEqual(world(1))
  })

  it('grows by at most 300 reports in five minutes for each user', async () => {
    const [ana, ben] = [await api.user(), await api.user()]
    const send = ({ bearer }: TestUser) => api.call('runs.report', { bearer, body: { runs: [] } })
    for (let count = 0; count < 300; count++) await send(ana)
    expect((await send(ana)).code).toBe('rate_limited')
    expect((await send(ben)).status).toBe(200)
  })
})

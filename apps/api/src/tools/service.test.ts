import { findTool, type RunEvent } from '@netbox/core'
import { fakeClock } from '@netbox/core/testing'
import { expect, it, vi } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { newId } from '../random.ts'
import { createToolRuns } from './service.ts'

const limits = { countReport: async () => undefined, spend: async () => undefined }
const SITE = 'https://netbox.example'
const order = { tool: 'mx-record', input: 'example.com' }

describeOnEveryEngine('runs of tools', (open) => {
  it('are counted and recorded, both or neither', async () => {
    const database = await open()
    const user = { id: await addUser(database), plan: 'free' } as const
    const taken = newId()
    const runs = createToolRuns({ database, clock: fakeClock(), newId: () => taken, limits, site: SITE })
    await runs.run(user, order)
    await expect(runs.run(user, order), 'an id that is taken').rejects.toThrow(/unique|duplicate/i)
    expect((await runs.usage(user)).usage.get('mx-record')).toMatchObject({ dailyUsed: 1 })
    const rows = database.queries.selectFrom('runs').select('id').where('user_id', '=', user.id)
    expect(await rows.execute()).toEqual([{ id: taken }])
  })

  it('are simulated once: immediate, delayed, streamed or refused at the limit', async () => {
    const database = await open()
    const user = { id: await addUser(database), plan: 'free' } as const
    const clock = fakeClock()
    const runs = createToolRuns({ database, clock, newId, limits, site: SITE })
    const tool = findTool('mx-record')
    const simulate = vi.spyOn((await tool?.load()) ?? { simulate: () => undefined }, 'simulate')
    const timesOf = async (run: () => Promise<unknown>): Promise<number> => {
      simulate.mockClear()
      await run().catch(() => undefined)
      return simulate.mock.calls.length
    }
    const events: RunEvent[] = []
    const onEvent = (event: RunEvent): void => void events.push(event)
    expect(await timesOf(() => runs.run(user, order))).toBe(1)
    expect(await timesOf(() => runs.run(user, { ...order, delay: true, onEvent }))).toBe(1)
    const last = events.at(-1)
    // The events and the record are of one run.
    const seeds = await database.queries.selectFrom('runs').select('seed').where('user_id', '=', user.id).execute()
    expect(seeds.map(({ seed }) => seed)).toContain(last?.type === 'succeeded' && last.run.seed)
    const limit = tool?.limits.free ?? 0
    await database.writer.updateTable('usage_counters').set({ used: limit }).where('user_id', '=', user.id).execute()
    expect(await timesOf(() => runs.run(user, order))).toBe(1)
    await expect(runs.run(user, order)).rejects.toMatchObject({ code: 'daily_limit_reached' })
    expect((await runs.usage(user)).usage.get('mx-record')).toMatchObject({ dailyUsed: limit, remaining: 0 })
    simulate.mockRestore()
  })

  it('lead from each finding to its page, streamed or not', async () => {
    const database = await open()
    const user = { id: await addUser(database), plan: 'free' } as const
    const runs = createToolRuns({ database, clock: fakeClock(), newId, limits, site: SITE })
    const events: RunEvent[] = []
    const { findings } = await runs.run(user, { ...order, onEvent: (event) => void events.push(event) })
    const last = events.at(-1)
    expect(last?.type === 'succeeded' && last.run.findings).toEqual(findings)
    expect(findings.map(({ url }) => url)).toEqual(findings.map(({ code }) => `${SITE}/docs/findings/${code}`))
  })

  it('appear only in the usage of their owner', async () => {
    const database = await open()
    const [ana, ben] = [await addUser(database), await addUser(database)]
    const runs = createToolRuns({ database, clock: fakeClock(), newId, limits, site: SITE })
    await runs.run({ id: ana, plan: 'free' }, order)
    const { usage } = await runs.usage({ id: ben, plan: 'free' })
    expect([...usage.values()].every(({ dailyUsed }) => dailyUsed === 0)).toBe(true)
  })

  it.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'])(
    'count by UTC day on a server in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      const database = await open()
      const user = { id: await addUser(database), plan: 'free' } as const
      const clock = fakeClock(Date.parse('2026-11-20T23:59:59Z'))
      const runs = createToolRuns({ database, clock, newId, limits, site: SITE })
      const used = async () => {
        const { day, usage } = await runs.usage(user)
        return [day, usage.get('mx-record')?.dailyUsed]
      }
      await runs.run(user, order)
      expect(await used()).toEqual(['2026-11-20', 1])
      clock.advance(1000)
      expect(await used()).toEqual(['2026-11-21', 0])
      await runs.run(user, order)
      expect(await used()).toEqual(['2026-11-21', 1])
      clock.turnBack(1000)
      expect(await used(), 'the clock goes back').toEqual(['2026-11-20', 1])
    },
  )
})

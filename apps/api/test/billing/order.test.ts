import { beforeAll, expect, it } from 'vitest'
import { createTimeouts } from '../../src/billing/payment-provider.ts'
import type { Database } from '../../src/database/database.ts'
import { createSynchronize } from '../../src/billing/synchronize.ts'
import { describeOnSqlite } from '../support/database.ts'
import { clock, EXPECTED, prices, story, storyIn, subscription } from './support/story.ts'

describeOnSqlite('events in any order', (open) => {
  let database: Database
  let told: ReturnType<typeof storyIn>
  beforeAll(async () => {
    database = await open()
    told = storyIn(database)
  })

  it('have the same result forwards, backwards, and with each event last', async () => {
    const forwards = [0, 1, 2, 3, 4, 5]
    const lasts = forwards.map((last) => [...forwards.filter((index) => index !== last), last])
    for (const order of [forwards.toReversed(), ...lasts]) expect(await told.deliver(order)).toEqual(EXPECTED)
  })

  it('have the same result when two processes handle them at once, and the one with older data is slower', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, customer } = await told.addCustomer()
      let asked = 0
      let letFirst = (): void => undefined
      const first = new Promise<void>((resolve) => {
        letFirst = resolve
      })
      let hasAsked = (): void => undefined
      const olderAsked = new Promise<void>((resolve) => {
        hasAsked = resolve
      })
      const slow = createSynchronize({
        database,
        prices,
        clock,
        provider: {
          subscriptions: async () => {
            const isFirst = asked++ === 0
            // The data of the first request is outdated by the time of its write.
            const answer = [subscription({ id: `sub_${customer}`, ...story[isFirst ? 1 : 5]?.state })]
            if (isFirst) {
              hasAsked()
              await first
            }
            return answer
          },
        },
      })
      const fast = createSynchronize({
        database,
        prices,
        clock,
        provider: { subscriptions: async () => [subscription({ id: `sub_${customer}`, ...story[5]?.state })] },
      })
      const timeouts = createTimeouts(clock)
      const older = slow(customer, timeouts, { id: `evt_${customer}_1`, type: 'checkout.session.completed' })
      await olderAsked
      await fast(customer, timeouts, { id: `evt_${customer}_5`, type: 'customer.subscription.updated' })
      letFirst()
      expect((await older).kind).toBe('done')
      expect(await told.endOf(user, customer)).toEqual(EXPECTED)
    }
  })

  it('have both their effect and their record, or neither', async () => {
    const { user, customer } = await told.addCustomer()
    const synchronize = createSynchronize({
      database,
      clock,
      prices,
      provider: {
        // Two rows with one key, so that the write fails halfway.
        subscriptions: async () => [subscription({ id: `sub_${customer}` }), subscription({ id: `sub_${customer}` })],
      },
    })
    const event = { id: `evt_${customer}`, type: 'invoice.paid' }
    await expect(synchronize(customer, createTimeouts(clock), event)).rejects.toThrow(/unique|duplicate/i)
    const noted = await database.queries.selectFrom('billing_events').selectAll().where('id', '=', event.id).execute()
    expect(noted).toEqual([])
    expect((await told.endOf(user, customer)).rows).toEqual([])
  })
})

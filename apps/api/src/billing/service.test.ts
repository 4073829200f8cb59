import { beforeAll, describe, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { subscription } from '../../test/billing/support/story.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { ProviderFailure } from './payment-provider.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../random.ts'

describeOnEveryEngine('billing', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  describe('opens the portal', () => {
    const customerWith = async (...given: Parameters<typeof subscription>[0][]) => {
      const [billing, user] = [billingOn(database), await addBuyer(database)]
      await billing.buy(user)
      billing.subscriptions.push(...given.map((each) => subscription({ id: `sub_${user.id}`, ...each })))
      return { ...billing, user }
    }

    it('for a user who has paid, before any event arrives', async () => {
      const { portal, user, asked, customerOf } = await customerWith({})
      expect(await portal(user)).toBe('https://portal.example/')
      const { id } = await customerOf(user)
      expect(asked('openPortal')).toEqual([[id, undefined]])
    })

    it('for a user with a known subscription, even an ended one, without another request', async () => {
      const { portal, user, asked, tell, customerOf } = await customerWith({ status: 'canceled' })
      await tell({ customerId: (await customerOf(user)).id })
      const before = asked('subscriptions').length
      expect(await portal(user)).toBe('https://portal.example/')
      expect(asked('subscriptions')).toHaveLength(before)
    })

    it('not for a user who never bought anything', async () => {
      const { portal, user, asked } = await customerWith()
      await expect(portal(user)).rejects.toMatchObject({ code: 'not_subscribed' })
      await expect(portal(await addBuyer(database))).rejects.toMatchObject({ code: 'not_subscribed' })
      expect(asked('openPortal')).toEqual([])
    })

    it('not for a user whom the provider no longer knows', async () => {
      const user = await addBuyer(database)
      await billingOn(database).buy(user)
      const { portal } = billingOn(database, { subscriptions: async () => undefined })
      await expect(portal(user)).rejects.toMatchObject({ code: 'not_subscribed' })
    })
  })

  it.each([
    ['locked_out', 'billing_unavailable'],
    ['conflict', 'busy'],
    ['refused', 'billing_failed'],
    ['unreachable', 'billing_failed'],
    ['missing', 'billing_failed'],
  ] as const)('reports a provider that fails with %s: %s, retry in five seconds', async (kind, code) => {
    const failure = new ProviderFailure(kind, 'no', {})
    const { buy } = billingOn(database, { createCustomer: () => Promise.reject(failure) })
    await expect(buy(await addBuyer(database))).rejects.toMatchObject({ code, retryAfter: 5, cause: failure })
  })

  it('hides none of its own errors', async () => {
    const fault = new TypeError('not a function')
    const { buy } = billingOn(database, { createCustomer: () => Promise.reject(fault) })
    await expect(buy(await addBuyer(database))).rejects.toBe(fault)
  })

  describe('while the provider hangs', () => {
    /** Makes every call wait until it is released. */
    const hanging = () => {
      let letGo: () => void = () => undefined
      const gone = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const billing = billingOn(database, {
        createCustomer: async () => {
          await gone
          return `cus_${newId()}`
        },
      })
      return { ...billing, letGo }
    }
    const codes = async (work: readonly Promise<unknown>[]): Promise<unknown[]> =>
      (await Promise.allSettled(work)).map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))

    it('works on four requests of one user, and on four more afterwards', async () => {
      const [{ buy, letGo }, user] = [hanging(), await addBuyer(database)]
      const work = Array.from({ length: 4 }, () => buy(user))
      await expect(buy(user)).rejects.toMatchObject({ code: 'rate_limited' })
      letGo()
      expect(await codes(work)).toEqual(['done', 'done', 'done', 'done'])
      expect(await codes(Array.from({ length: 5 }, () => buy(user)))).toEqual([
        ...Array(4).fill('done'),
        'rate_limited',
      ])
    })

    it('works on 48 requests, and on 48 more afterwards', async () => {
      const { buy, letGo } = hanging()
      const users = await Promise.all(Array.from({ length: 49 }, () => addBuyer(database)))
      const work = users.slice(1).map((user) => buy(user))
      const [last] = users
      if (last === undefined) throw new Error('There are 49')
      await expect(buy(last)).rejects.toMatchObject({ code: 'busy' })
      letGo()
      expect(await codes(work)).toEqual(Array(48).fill('done'))
      expect(await codes(users.map((user) => buy(user)))).toEqual([...Array(48).fill('done'), 'busy'])
    })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { subscription } from '../../test/billing/support/story.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { ProviderFailure, type ProviderSubscription } from './payment-provider.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../random.ts'

const DAY = 24 * 60 * 60_000

describeOnEveryEngine('buying', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  describe('by a user whose purchase the database has lost', () => {
    const forgotten = async (owner: 'same' | 'gone' | 'other', emailOf?: string) => {
      const [billing, user, other] = [billingOn(database), await addBuyer(database), await addBuyer(database)]
      const userId = owner === 'same' ? user.id : owner === 'gone' ? newId() : other.id
      const customer = { id: `cus_${newId()}`, email: emailOf ?? user.email, userId }
      billing.customers.push(customer)
      billing.subscriptions.push(subscription({ id: `sub_${user.id}` }))
      return { ...billing, user, customer }
    }

    it.each(['same', 'gone'] as const)(
      'sells nothing twice: the customer of the %s user is taken over',
      async (owner) => {
        const { buy, portal, user, customer, asked, customerOf } = await forgotten(owner)
        expect(await buy(user)).toBe('https://portal.example/')
        expect([...asked('createCustomer'), ...asked('openCheckout')]).toEqual([])
        expect((await customerOf(user)).id).toBe(customer.id)
        expect(await portal(user)).toBe('https://portal.example/')
      },
    )

    it('opens the portal before anything is bought', async () => {
      const { portal, user } = await forgotten('same')
      expect(await portal(user)).toBe('https://portal.example/')
    })

    it('does not take over the customer of another user with an account', async () => {
      const { buy, user, asked } = await forgotten('other')
      await buy(user)
      expect(asked('createCustomer')).toHaveLength(1)
    })

    it('takes over the customer that pays, of several', async () => {
      const parts = { subscriptions: async (id: string) => (id === 'cus_pays' ? [subscription({})] : []) }
      const [billing, user] = [billingOn(database, parts), await addBuyer(database)]
      const { id: userId, email } = user
      billing.customers.push({ id: 'cus_idle', email, userId }, { id: 'cus_pays', email, userId })
      expect(await billing.buy(user)).toBe('https://portal.example/')
      expect((await billing.customerOf(user)).id).toBe('cus_pays')
    })
  })

  /** Creates a customer for whom no event has arrived since they opened a page, and sets the provider's current data. */
  const customerWith = async (...given: readonly Partial<ProviderSubscription>[]) => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    const page = await billing.buy(user)
    billing.subscriptions.push(...given.map((each, index) => subscription({ id: `sub_${user.id}_${index}`, ...each })))
    const changes = async (priceId?: string) => {
      await billing.buy(user, priceId)
      return billing.asked('openPortal').map(([, change]) => change)
    }
    return { ...billing, user, page, changes, id: (index: number) => `sub_${user.id}_${index}` }
  }

  describe('by a subscriber', () => {
    it.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'])(
      'that is %s, leads to the portal',
      async (status) => {
        const { buy, user, asked } = await customerWith({ status })
        expect(await buy(user)).toBe('https://portal.example/')
        expect(asked('openCheckout')).toHaveLength(1)
      },
    )

    it.each(['canceled', 'incomplete', 'incomplete_expired'])(
      'that is %s, leads to the payment page',
      async (status) => {
        const { buy, user, page } = await customerWith({ status })
        expect(await buy(user)).toBe(page)
      },
    )

    it('opens the payment page for something else that the account sells', async () => {
      const { buy, user, page } = await customerWith({ priceId: 'price_of_something_else' })
      expect(await buy(user)).toBe(page)
    })

    it.each(['active', 'trialing'])(
      'that is %s, to another price, leads to the page that confirms it',
      async (status) => {
        const { changes, id } = await customerWith({ status })
        expect(await changes('price_enterprise')).toMatchObject([
          { priceId: 'price_enterprise', subscription: { id: id(0) } },
        ])
      },
    )

    it.each([
      ['has the same price', { priceId: 'price_enterprise' }],
      ['is ending', { cancelAt: subscription({}).periodEnd }],
      ['waits for a change', { hasSchedule: true }],
      ['is unpaid', { status: 'past_due' }],
    ])('that %s, confirms nothing', async (_name, given) => {
      const { changes } = await customerWith(given)
      expect(await changes('price_enterprise')).toEqual([undefined])
    })

    it('changes the subscription that grants the most, of two', async () => {
      const [short, long] = [{ status: 'trialing', periodEnd: subscription({}).periodEnd - 20 * DAY }, {}]
      for (const [order, best] of [
        [[short, long], 1],
        [[long, short], 0],
        [[{ status: 'unpaid' }, short], 1],
        [[short, { status: 'unpaid' }], 0],
      ] as const) {
        const { changes, id } = await customerWith(...order)
        expect(await changes('price_enterprise')).toMatchObject([{ subscription: { id: id(best) } }])
      }
    })
  })

  it.each([
    ['Pro', 'price_not_configured'],
    ['Platinum', 'price_unknown'],
  ])('of an unknown price, shown as %s, is refused: %s', async (planName, code) => {
    const { checkout, asked } = billingOn(database)
    const order = { priceId: 'price_of_somebody_else', planName }
    await expect(checkout(await addBuyer(database), order)).rejects.toMatchObject({ code })
    expect(asked('createCustomer')).toEqual([])
  })

  it('checks a customer again whose page was paid in the meantime', async () => {
    const { buy, user, page, change, asked } = await customerWith()
    change(page, { status: 'complete' })
    const opened = await buy(user)
    expect(opened).not.toBe(page)
    // The paid checkout grants no plan on the second check either, so the customer can buy again.
    expect(asked('subscriptions')).toHaveLength(2)
    expect(asked('openCheckout')).toHaveLength(2)
  })

  describe('by a customer that the provider has deleted in the meantime', () => {
    const failing = (...failures: readonly ProviderFailure[]) => {
      const left = [...failures]
      return billingOn(database, {
        openCheckout: async () => {
          const failure = left.shift()
          if (failure !== undefined) throw failure
          return { id: 'cs_1', status: 'open', url: 'https://pay.example/cs_1', expiresAt: Number.MAX_SAFE_INTEGER }
        },
      })
    }
    const customersOf = ({ id }: { id: string }) =>
      database.queries.selectFrom('billing_customers').select('id').where('user_id', '=', id).execute()

    it('starts again with another customer', async () => {
      const user = await addBuyer(database)
      const { buy, asked } = failing(new ProviderFailure('missing', 'No such customer', { param: 'customer' }))
      expect(await buy(user)).toBe('https://pay.example/cs_1')
      const [first = [], second = []] = asked('createCustomer')
      expect(first).toEqual([{ id: user.id, email: user.email }, `netbox-customer-${user.id}`])
      // For a known idempotency key, the provider repeats its response.
      expect(second[1]).toMatch(new RegExp(`^netbox-customer-${user.id}-after-cus_`))
      expect(await customersOf(user)).toHaveLength(1)
    })

    it('stops when the account is deleted at the same time', async () => {
      const user = await addBuyer(database)
      const failure = new ProviderFailure('missing', 'No such customer', { param: 'customer' })
      const { buy, asked } = billingOn(database, {
        openCheckout: async ({ customerId }) => {
          await database.writer.deleteFrom('billing_customers').where('id', '=', customerId).execute()
          throw failure
        },
      })
      await expect(buy(user)).rejects.toMatchObject({ code: 'billing_failed', cause: failure })
      expect(asked('createCustomer')).toHaveLength(1)
    })

    it.each([
      ['something else is missing', new ProviderFailure('missing', 'No such price', { param: 'line_items[0][price]' })],
      ['the customer is refused', new ProviderFailure('refused', 'Not now', { param: 'customer' })],
    ])('starts nothing again when %s', async (_name, failure) => {
      const user = await addBuyer(database)
      const { buy, asked } = failing(failure)
      await expect(buy(user)).rejects.toMatchObject({ code: 'billing_failed', cause: failure })
      expect(asked('createCustomer')).toHaveLength(1)
    })
  })
})

import { beforeAll, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from '../database/database.ts'

const MINUTE = 60_000

describeOnEveryEngine('the payment page of a plan', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const opened = async () => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    return { ...billing, user, page: await billing.buy(user) }
  }

  it('is opened once for the price and the customer, with a key that no other page has', async () => {
    const { buy, user, page, asked, change } = await opened()
    expect(await buy(user)).toBe(page)
    change(page, { status: 'expired' })
    await buy(user)
    const [[order, first] = [], [, second] = []] = asked('openCheckout')
    expect(asked('openCheckout')).toHaveLength(2)
    expect(order).toEqual({ customerId: expect.stringMatching(/^cus_/), userId: user.id, priceId: 'price_pro' })
    expect(first).toMatch(/^netbox-checkout-cus_\w+-price_pro-0-\d+$/)
    expect(second).toMatch(/^netbox-checkout-cus_\w+-price_pro-1-\d+$/)
  })

  it('has another key in another hour, because the provider forgets keys', async () => {
    const { buy, user, page, asked, change, clock } = await opened()
    clock.advance(2 * 60 * MINUTE)
    change(page, { status: 'expired' })
    await buy(user)
    const [first = 0, second = 0] = asked('openCheckout').map(([, key]) => Number(String(key).split('-').at(-1)))
    expect(second - first).toBe(2)
  })

  it.each([
    ['expired', () => ({ status: 'expired' }) as const],
    ['without an address', () => ({ url: null })],
    ['over within a minute', (now: number) => ({ expiresAt: now + MINUTE })],
  ])('is replaced when the first is %s', async (_name, given) => {
    const { buy, user, page, change, clock, asked } = await opened()
    change(page, given(clock.now()))
    expect(await buy(user)).not.toBe(page)
    expect(asked('closeCheckout')).toEqual([])
    expect(asked('subscriptions')).toHaveLength(1)
  })

  it('is replaced when the provider does not know it', async () => {
    const { user, page } = await opened()
    expect(await billingOn(database, { readCheckout: async () => undefined }).buy(user)).not.toBe(page)
  })

  it('stays the same while it can be paid for more than a minute', async () => {
    const { buy, user, page, change, clock } = await opened()
    change(page, { expiresAt: clock.now() + MINUTE + 1 })
    expect(await buy(user)).toBe(page)
  })

  it('is closed before one for another price opens', async () => {
    const { buy, user, page, asked } = await opened()
    expect(await buy(user, 'price_enterprise')).not.toBe(page)
    expect(asked('closeCheckout')).toEqual([[page.split('/').at(-1)]])
  })

  it('that was paid before it could be closed causes another check of the customer', async () => {
    const { buy, user, page, asked, change } = await opened()
    change(page, { status: 'complete' })
    await buy(user, 'price_enterprise')
    expect(asked('subscriptions')).toHaveLength(2)
  })

  it.each([
    ['expired', 'https://pay.example/cs_1'],
    ['open', null],
  ] as const)('is not shown when it could not be paid: %s at %s', async (status, url) => {
    const user = await addBuyer(database)
    const { buy } = billingOn(database, {
      openCheckout: async () => ({ id: 'cs_1', status, url, expiresAt: Number.MAX_SAFE_INTEGER }),
    })
    await expect(buy(user)).rejects.toMatchObject({ code: 'billing_failed' })
  })

  /** Opens a page while another process opens one, and returns the outcome. */
  const openedMeanwhile = async (isSame: boolean) => {
    const user = await addBuyer(database)
    const closed: string[] = []
    const { buy } = billingOn(database, {
      openCheckout: async ({ customerId }) => {
        await database.writer
          .updateTable('billing_customers')
          .set({ session_id: isSame ? 'cs_1' : 'cs_2', session_price: 'price_pro', session_count: 1 })
          .where('id', '=', customerId)
          .execute()
        return { id: 'cs_1', status: 'open', url: 'https://pay.example/cs_1', expiresAt: Number.MAX_SAFE_INTEGER }
      },
      closeCheckout: async (id) => {
        closed.push(id)
        return 'expired'
      },
    })
    return { page: buy(user), closed }
  }

  it('is shared with another process that opened the same one', async () => {
    const { page, closed } = await openedMeanwhile(true)
    expect(await page).toBe('https://pay.example/cs_1')
    expect(closed).toEqual([])
  })

  it('is closed when another process opened another one, because both could be paid', async () => {
    const { page, closed } = await openedMeanwhile(false)
    await expect(page).rejects.toMatchObject({ code: 'busy', retryAfter: 1 })
    expect(closed).toEqual(['cs_1'])
  })
})

import { FIXED_TIME } from '@netbox/core/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { subscription } from '../../test/billing/support/story.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import { HANDLED_EVENTS, type PaymentProvider, type RefundedPayment } from './payment-provider.ts'
import type { Database } from '../database/database.ts'

describeOnEveryEngine('an event from the payment provider', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const customer = async (parts: Partial<PaymentProvider> = {}) => {
    const [billing, user] = [billingOn(database, parts), await addBuyer(database)]
    await billing.buy(user)
    return { ...billing, user, customerId: (await billing.customerOf(user)).id }
  }

  it('is refused without its signature, and counts as refused', async () => {
    const { receive, outcomes } = billingOn(database)
    await expect(receive('{}', undefined)).rejects.toMatchObject({ code: 'signature_invalid' })
    expect(outcomes).toEqual([{ outcome: 'refused' }])
  })

  it.each(HANDLED_EVENTS)('of the kind %s brings the customer up to date', async (type) => {
    const { tell, outcomes, asked, customerId } = await customer()
    await tell({ type, customerId })
    expect(outcomes).toEqual([{ outcome: 'done' }])
    expect(asked('subscriptions')).toEqual([[customerId]])
  })

  it('of our customer counts as done, and as known when it is repeated', async () => {
    const { tell, outcomes, customerId } = await customer()
    const event = { id: `evt_${customerId}`, customerId }
    await tell(event)
    await tell(event)
    expect(outcomes).toEqual([{ outcome: 'done' }, { outcome: 'known' }])
  })

  it('of a customer that the provider has deleted is done', async () => {
    const { user } = await customer()
    const { tell, outcomes, customerOf } = billingOn(database, { subscriptions: async () => undefined })
    await tell({ type: 'customer.deleted', customerId: (await customerOf(user)).id })
    expect(outcomes).toEqual([{ outcome: 'done' }])
  })

  it('of another kind, or of no customer, is ignored without a request to the provider', async () => {
    const { tell, outcomes, asked, customerId, warnings } = await customer()
    await tell({ type: 'customer.updated', customerId })
    await tell({})
    expect(outcomes).toEqual([{ outcome: 'ignored' }, { outcome: 'ignored' }])
    expect(asked('subscriptions')).toEqual([])
    expect(warnings).toEqual([])
  })

  it('of the other mode is ignored, and the log names the mode', async () => {
    const { tell, outcomes, asked, customerId, warnings } = await customer()
    await tell({ id: 'evt_live', isLive: true, customerId })
    expect(outcomes).toEqual([{ outcome: 'ignored' }])
    expect(asked('subscriptions')).toEqual([])
    expect(warnings).toEqual([
      [
        { event: 'evt_live', type: 'invoice.paid', is_live: true },
        expect.stringContaining('test and live keys are mixed'),
      ],
    ])
  })

  it('that keeps a plan whose price has no setting writes one line with the price and the remedy', async () => {
    const { tell, customerId, subscriptions, user, warnings } = await customer()
    const pays = (priceId: string) => {
      subscriptions.splice(0, 1, subscription({ id: `sub_${user.id}`, priceId }))
      return tell({ id: `evt_${priceId}_${user.id}`, customerId })
    }
    await pays('price_pro')
    expect(warnings).toEqual([])
    await pays('price_without_setting')
    const fields = { customer: customerId, plan: 'pro', price: 'price_without_setting' }
    expect(warnings).toEqual([
      [
        { event: `evt_price_without_setting_${user.id}`, ...fields },
        "a customer keeps a plan whose price no STRIPE_PRICE_… names: correct these settings, then run 'npm run admin -- stripe-sync'",
      ],
    ])
  })

  it('of another account’s customer is ignored without a request to the provider', async () => {
    const { tell, outcomes, asked } = await customer()
    await tell({ type: 'charge.refunded', customerId: 'cus_of_somebody_else', objectId: 'ch_1' })
    expect(outcomes).toEqual([{ outcome: 'nobody' }])
    expect(asked('refundedPayment')).toEqual([])
  })

  describe('that tells of money that was given back', () => {
    const refunded = async (payment: RefundedPayment | undefined, objectId: string | undefined = 'ch_1') => {
      const asked: string[] = []
      const billing = await customer({
        refundedPayment: async (charge) => {
          asked.push(charge)
          return payment
        },
      })
      await billing.tell({ type: 'charge.refunded', customerId: billing.customerId, objectId })
      return { ended: billing.asked('endSubscription'), asked }
    }
    const now = FIXED_TIME

    it('ends the subscription that is still active', async () => {
      const { ended, asked } = await refunded({ subscriptionId: 'sub_1', paidUntil: now + 1 })
      expect({ ended, asked }).toEqual({ ended: [['sub_1']], asked: ['ch_1'] })
    })

    it('leaves an ended subscription, and other payments', async () => {
      expect((await refunded({ subscriptionId: 'sub_1', paidUntil: now })).ended).toEqual([])
      expect((await refunded(undefined)).ended).toEqual([])
    })

    it('sends no request for any other kind of event', async () => {
      const { tell, asked, customerId } = await customer()
      await tell({ customerId, objectId: 'ch_1' })
      await tell({ type: 'charge.refunded', customerId })
      expect(asked('refundedPayment')).toEqual([])
    })
  })

  it('is processed after the previous event of the same customer', async () => {
    const { user, customerId } = await customer()
    const order: string[] = []
    let letGo: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { tell } = billingOn(database, {
      subscriptions: async () => {
        order.push('asked')
        await gone
        order.push('answered')
        return [subscription({ id: `sub_${user.id}` })]
      },
    })
    const both = [tell({ customerId }), tell({ customerId })]
    await expect.poll(() => order).toEqual(['asked'])
    letGo()
    await Promise.all(both)
    expect(order).toEqual(['asked', 'answered', 'asked', 'answered'])
  })
})

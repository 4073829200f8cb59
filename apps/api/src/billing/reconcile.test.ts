import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addBuyer, billingOn } from '../../test/billing/support/billing.ts'
import { subscription } from '../../test/billing/support/story.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from '../database/database.ts'
import { DAY } from '../clock.ts'
import { newId } from '../random.ts'
import { readPlan } from './repository.ts'

describeOnEveryEngine('the comparison with the payment provider', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  beforeEach(async () => {
    await database.writer.deleteFrom('billing_customers').execute()
  })

  it('finds plans that the database has lost and grants them, once', async () => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    const customer = { id: `cus_${newId()}`, email: user.email, userId: user.id }
    billing.customers.push(customer)
    billing.subscriptions.push(subscription({ id: `sub_${user.id}` }))
    const { reconciliation } = billing
    expect(await reconciliation.compare()).toEqual([{ customerId: customer.id, customer }])
    expect(await readPlan(database.queries, user.id)).toBeUndefined()
    expect(await reconciliation.synchronizeAll()).toEqual({ updated: 1, unmatched: [], unpriced: [] })
    expect(await readPlan(database.queries, user.id)).toMatchObject({ plan: 'pro', plan_source: 'billing' })
    expect(await reconciliation.compare()).toEqual([])
    expect(await reconciliation.synchronizeAll()).toEqual({ updated: 0, unmatched: [], unpriced: [] })
  })

  it('finds plans that ended at the provider, and changed ones', async () => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    await billing.buy(user)
    const { id } = await billing.customerOf(user)
    billing.subscriptions.push(subscription({ id: `sub_${user.id}` }))
    await billing.tell({ customerId: id })
    const customer = { id, email: user.email, userId: user.id }
    billing.customers.push(customer)
    expect(await billing.reconciliation.compare()).toEqual([])
    billing.subscriptions.splice(0, 1, subscription({ id: `sub_${user.id}`, priceId: 'price_enterprise' }))
    expect(await billing.reconciliation.compare()).toEqual([{ customerId: id, customer }])
    billing.subscriptions.length = 0
    expect(await billing.reconciliation.compare()).toEqual([{ customerId: id, customer: undefined }])
    await billing.reconciliation.synchronizeAll()
    expect(await readPlan(database.queries, user.id)).toMatchObject({ plan: 'free' })
    expect(await billing.reconciliation.compare()).toEqual([])
  })

  it('accepts no plan that is paid with a price without a setting, and names the price', async () => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    await billing.buy(user)
    const { id } = await billing.customerOf(user)
    const customer = { id, email: user.email, userId: user.id }
    billing.customers.push(customer)
    billing.subscriptions.push(subscription({ id: `sub_${user.id}` }))
    await billing.tell({ customerId: id })
    // The setting names another price than before.
    billing.subscriptions.splice(0, 1, subscription({ id: `sub_${user.id}`, priceId: 'price_without_setting' }))
    const difference = { customerId: id, customer, unknownPrice: 'price_without_setting' }
    expect(await billing.reconciliation.compare()).toEqual([difference])
    expect(await billing.reconciliation.synchronizeAll()).toEqual({ updated: 0, unmatched: [], unpriced: [difference] })
    expect(await readPlan(database.queries, user.id)).toMatchObject({ plan: 'pro', plan_source: 'billing' })
  })

  it('finds the plan that an event has left, because its new price has no setting, for as long as it is paid', async () => {
    const [billing, user] = [billingOn(database), await addBuyer(database)]
    await billing.buy(user)
    const { id } = await billing.customerOf(user)
    const customer = { id, email: user.email, userId: user.id }
    billing.customers.push(customer)
    const pays = (parts: Parameters<typeof subscription>[0]) => {
      billing.subscriptions.splice(0, 1, subscription({ id: `sub_${user.id}`, ...parts }))
      return billing.tell({ customerId: id })
    }
    await pays({})
    const paid = await readPlan(database.queries, user.id)
    await pays({ priceId: 'price_without_setting' })
    expect(await readPlan(database.queries, user.id)).toEqual(paid)
    const difference = { customerId: id, customer, unknownPrice: 'price_without_setting' }
    expect(await billing.reconciliation.compare()).toEqual([difference])
    // It is renewed, too.
    const later = subscription({}).periodEnd + 30 * DAY
    await pays({ priceId: 'price_without_setting', periodEnd: later })
    expect(await readPlan(database.queries, user.id)).toEqual({ ...paid, plan_expires_at: later + 3 * DAY })
    await pays({ priceId: 'price_without_setting', status: 'canceled' })
    expect(await readPlan(database.queries, user.id)).toMatchObject({ plan: 'free' })
  })

  it('lists customers without an account, and ignores what another product sells', async () => {
    const billing = billingOn(database)
    const customer = { id: `cus_${newId()}`, email: 'nobody@mail.example', userId: newId() }
    billing.customers.push(customer)
    billing.subscriptions.push(subscription({ id: 'sub_other', priceId: 'price_of_something_else' }))
    expect(await billing.reconciliation.compare()).toEqual([])
    billing.subscriptions.push(subscription({ id: 'sub_nobody' }))
    expect(await billing.reconciliation.synchronizeAll()).toEqual({ updated: 0, unmatched: [customer], unpriced: [] })
  })
})

import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Double, startDouble } from '../../../stripe-double/start-double.ts'
import { setUpAccount } from './set-up-account.ts'
import { createStripe } from './calls.ts'

const options = { publicUrl: 'https://netbox.example', webhookUrl: 'https://netbox.example/hook' }

let double: Double
let stripe: Stripe
beforeAll(async () => {
  double = await startDouble()
  stripe = createStripe('sk_test_double', double.url)
})
afterAll(() => double.stop())

it('sets an account up once, however often it runs', async () => {
  const first = await setUpAccount(stripe, options)
  const { products, prices, portalConfigurations, endpoints } = double.tables
  const counts = () => [products, prices, portalConfigurations, endpoints].map((table) => Object.keys(table).length)
  expect(counts()).toEqual([2, 4, 1, 1])
  const second = await setUpAccount(stripe, options)
  expect(counts()).toEqual([2, 4, 1, 1])
  // Stripe shows the secret of an endpoint once.
  expect(second).toEqual({ ...first, webhook: { id: first.webhook?.id, secret: undefined } })
  expect((await setUpAccount(stripe, { ...options, webhookUrl: undefined })).webhook).toBeUndefined()
})

it('creates the prices of the plan cards, monthly and annual', async () => {
  const { prices } = await setUpAccount(stripe, options)
  const termsOf = (id: string) => {
    const { product, unit_amount, currency, recurring, lookup_key } = double.tables.prices[id] ?? {}
    return [product, unit_amount, currency, recurring?.interval, lookup_key]
  }
  expect([prices.pro, prices.enterprise].flatMap(({ monthly, annual }) => [termsOf(monthly), termsOf(annual)])).toEqual(
    [
      ['netbox_pro', 900, 'usd', 'month', 'netbox_pro_monthly'],
      ['netbox_pro', 9000, 'usd', 'year', 'netbox_pro_annual'],
      ['netbox_enterprise', 1900, 'usd', 'month', 'netbox_enterprise_monthly'],
      ['netbox_enterprise', 19_000, 'usd', 'year', 'netbox_enterprise_annual'],
    ],
  )
})

it('configures the portal: cancellation and downgrades take effect at the end of the period', async () => {
  const { portalConfiguration } = await setUpAccount(stripe, options)
  expect(double.tables.portalConfigurations[portalConfiguration]).toMatchObject({
    features: {
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        proration_behavior: 'always_invoice',
        schedule_at_period_end: {
          conditions: { 0: { type: 'decreasing_item_amount' }, 1: { type: 'shortening_interval' } },
        },
      },
    },
  })
})

it('replaces a price with another amount, and keeps the old one for its subscribers', async () => {
  const { prices } = await setUpAccount(stripe, options)
  const old = double.tables.prices[prices.pro.monthly]
  if (old === undefined) throw new Error('There is no price')
  double.tables.prices[old.id] = { ...old, unit_amount: 100 }
  const again = await setUpAccount(stripe, options)
  expect(again.prices.pro.monthly).not.toBe(old.id)
  expect(again.prices.pro.annual).toBe(prices.pro.annual)
  expect(double.tables.prices[old.id]).toBeDefined()
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { startShop } from './shop.mjs'

let shop
before(async () => (shop = await startShop(8080, process.env.STRIPE_WEBHOOK_SECRET)))
after(() => shop.stop())

const post = (url, fields, redirect = 'follow') =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect, signal: AbortSignal.timeout(15_000) })

test('a customer who pays gets a subscription', async () => {
  const paid = once(shop, 'paid', { signal: AbortSignal.timeout(20_000) })
  const bought = await post('https://www.shop.example/buy', { email: 'ana@shop.example' }, 'manual')
  const page = bought.headers.get('location')
  assert.match(page, /^https:\/\/checkout\.stripe\.com\//)
  const back = await post(page, { number: '4242 4242 4242 4242' })
  assert.equal(back.url, 'https://www.shop.example/thanks')
  assert.deepEqual(await paid, ['ana@shop.example'])
})

test('a web hook with a wrong signature counts for nothing', async () => {
  const { status } = await post('https://www.shop.example/hooks', { type: 'checkout.session.completed' })
  assert.equal(status, 400)
})

// A shop that sells coffee by subscription. Customers pay on Stripe's page, and a web hook tells the shop.
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

const SHOP = 'https://www.shop.example'
const stripe = new Stripe('sk_test_shop', { timeout: 2500 })

/** Returns the URL of the page on which a customer pays. */
const openCheckout = async (email) => {
  const customer = await stripe.customers.create({ email })
  const product = await stripe.products.create({ name: 'Coffee' })
  const monthly = { currency: 'eur', unit_amount: 1200, recurring: { interval: 'month' } }
  const price = await stripe.prices.create({ product: product.id, ...monthly })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: email,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: `${SHOP}/thanks`,
    cancel_url: `${SHOP}/`,
  })
  return url
}

/** Starts the shop. It emits `paid` with the address of each customer who has paid. */
export const startShop = async (port, webhookSecret) => {
  const shop = new EventEmitter()
  const routes = {
    'POST /buy': async (body, _request, response) => {
      const url = await openCheckout(new URLSearchParams(body).get('email'))
      response.writeHead(303, { location: url })
    },
    'POST /hooks': async (body, request) => {
      const event = stripe.webhooks.constructEvent(body, request.headers['stripe-signature'], webhookSecret)
      if (event.type === 'checkout.session.completed') shop.emit('paid', event.data.object.client_reference_id)
    },
    'GET /thanks': async () => {},
  }
  const server = createServer(async (request, response) => {
    try {
      await routes[`${request.method} ${request.url}`](await text(request), request, response)
    } catch (error) {
      response.writeHead(error instanceof Stripe.errors.StripeSignatureVerificationError ? 400 : 502)
    }
    response.end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(shop, { stop: () => server.close() })
}

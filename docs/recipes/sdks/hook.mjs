import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

const stripe = new Stripe('sk_test_key')
const server = createServer(async (request, response) => {
  const [body, signature] = [await text(request), request.headers['stripe-signature']]
  const event = stripe.webhooks.constructEvent(body, signature, process.env.STRIPE_WEBHOOK_SECRET)
  console.log(event.type)
  response.end(() => process.exit())
}).listen(8080, '127.0.0.1')
await once(server, 'listening')

const { id } = await stripe.customers.create({ email: 'ana@shop.example' })
await stripe.customers.del(id)

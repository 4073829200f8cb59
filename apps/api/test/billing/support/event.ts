import { newLetters } from '../../../src/random.ts'
import { Stripe } from 'stripe'

/** Creates an event about an object. */
export const eventOf = (
  type: string,
  object: object,
  given: { readonly id?: string; readonly livemode?: boolean } = {},
) => ({
  id: `evt_${newLetters(24)}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_700_000_000,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  ...given,
})

/** Serializes an event as Stripe sends it, signed at a time in epoch ms. */
export const signed = (event: object, secret: string, at: number) => {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })
  return { body: payload, headers: { 'stripe-signature': signature } }
}

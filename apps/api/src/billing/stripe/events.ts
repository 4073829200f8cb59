import { Stripe } from 'stripe'
import { isObject } from '@netbox/core'
import type { ProviderEvent } from '../payment-provider.ts'

/** The maximum age of a signature, and the tolerated difference between clocks, in seconds. */
const TOLERANCE = 300
const SKEW = 30

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const customerOf = (object: Readonly<Record<string, unknown>>): string | undefined => {
  if (object['object'] === 'customer') return textOf(object['id'])
  const { customer } = object
  return textOf(isObject(customer) ? customer['id'] : customer)
}

// Reads only fields that all API versions have, so it does not depend on the version. Billing decides by data that it fetches afterwards.
const asEvent = (event: unknown): ProviderEvent | undefined => {
  if (!isObject(event) || event['object'] !== 'event') return undefined
  const [id, type] = [textOf(event['id']), textOf(event['type'])]
  const data = isObject(event['data']) ? event['data']['object'] : undefined
  if (id === undefined || type === undefined || id.length > 255 || type.length > 255) return undefined
  const object = isObject(data) ? data : {}
  return {
    id,
    type,
    isLive: event['livemode'] === true,
    objectId: textOf(object['id']),
    customerId: customerOf(object),
  }
}

// The library refuses old signatures but accepts future ones. An attacker could record such a message and replay it later.
const isFromFuture = (signature: string, now: number): boolean =>
  signature.split(',').some((part) => part.startsWith('t=') && Number(part.slice(2)) > now / 1000 + SKEW)

/**
 * Reads a message that was signed with one of the secrets less than five minutes ago. During a rollover, two secrets are valid.
 *
 * @param now - epoch milliseconds
 */
export const readSignedEvent = (
  payload: string,
  signature: string | undefined,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: number },
): ProviderEvent | undefined => {
  if (signature === undefined || isFromFuture(signature, now)) return undefined
  for (const secret of secrets) {
    try {
      const event: unknown = Stripe.webhooks.constructEvent(payload, signature, secret, TOLERANCE, undefined, now)
      return asEvent(event)
    } catch {
      // The signature doesn't match this secret or is too old, or the body isn't JSON. The next secret may match.
    }
  }
  return undefined
}

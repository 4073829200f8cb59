import { Stripe } from 'stripe'
import type { ProviderEvent } from './payment-provider.ts'

/** How old a signature may be, and how far clocks may be apart, in seconds. */
const TOLERANCE = 300
const SKEW = 30

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const customerOf = (object: Readonly<Record<string, unknown>>): string | undefined => {
  if (object['object'] === 'customer') return textOf(object['id'])
  const { customer } = object
  return textOf(isObject(customer) ? customer['id'] : customer)
}

// For any version of the API: only fields that all versions have are read. The deciding data is fetched.
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

// The library refuses old signatures and takes those of any later time, which a recorded message could be kept for.
const isFromFuture = (signature: string, now: number): boolean =>
  signature.split(',').some((part) => part.startsWith('t=') && Number(part.slice(2)) > now / 1000 + SKEW)

/**
 * Reads a message that one of the secrets has signed less than five minutes ago. During a rollover two are in force.
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
      // The signature doesn't match this secret, is old, or the body isn't JSON: the next secret may match.
    }
  }
  return undefined
}

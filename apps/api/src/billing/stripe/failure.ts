import { Stripe } from 'stripe'
import { ProviderFailure, type ProviderFailureKind } from '../payment-provider.ts'

const { errors } = Stripe

const CONFLICT = 409

const kindOf = (error: unknown): ProviderFailureKind => {
  // The library has no error class for an idempotency key that is in use.
  if (error instanceof errors.StripeError && error.statusCode === CONFLICT) return 'conflict'
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'locked_out'
  if (error instanceof errors.StripeInvalidRequestError)
    return error.code === 'resource_missing' ? 'missing' : 'refused'
  if (error instanceof errors.StripeCardError || error instanceof errors.StripeIdempotencyError) return 'refused'
  // Connection errors, rate limits, server errors and invalid responses.
  return 'unreachable'
}

/** Converts the library's errors to those that billing handles. */
export const asProviderFailure = (error: unknown): ProviderFailure => {
  if (error instanceof ProviderFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  const param = error instanceof errors.StripeError ? error.param : undefined
  return new ProviderFailure(kindOf(error), message, { cause: error, ...(param === undefined ? {} : { param }) })
}

import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { ProviderFailure } from '../payment-provider.ts'
import { asProviderFailure } from './calls.ts'

const { errors } = Stripe
const raw = (given: object) => ({ type: 'invalid_request_error' as const, message: 'no', ...given })

describe('a failure of the library', () => {
  it.each([
    ['a key that is just in use', new errors.StripeInvalidRequestError(raw({ statusCode: 409 })), 'conflict'],
    ['a key of the account', new errors.StripeAuthenticationError(raw({ statusCode: 401 })), 'locked_out'],
    ['a permission', new errors.StripePermissionError(raw({ statusCode: 403 })), 'locked_out'],
    ['no such thing', new errors.StripeInvalidRequestError(raw({ code: 'resource_missing' })), 'missing'],
    ['a request', new errors.StripeInvalidRequestError(raw({ code: 'parameter_unknown' })), 'refused'],
    ['a card', new errors.StripeCardError({ ...raw({}), type: 'card_error' }), 'refused'],
    ['another request of the same key', new errors.StripeIdempotencyError(raw({ statusCode: 400 })), 'refused'],
    ['a limit', new errors.StripeRateLimitError(raw({ statusCode: 429 })), 'unreachable'],
    ['a connection', new errors.StripeConnectionError(raw({})), 'unreachable'],
    ['the provider', new errors.StripeAPIError(raw({ statusCode: 500 })), 'unreachable'],
    ['anything else', new TypeError('no'), 'unreachable'],
  ])('about %s has its own kind', (_name, error, kind) => {
    const failure = asProviderFailure(error)
    expect(failure).toMatchObject({ name: 'ProviderFailure', kind, message: 'no', param: undefined })
    expect(failure.cause).toBe(error)
  })

  it('names the wrong parameter', () => {
    const error = new errors.StripeInvalidRequestError(raw({ code: 'resource_missing', param: 'customer' }))
    expect(asProviderFailure(error)).toMatchObject({ kind: 'missing', param: 'customer' })
  })

  it('that is already classified stays unchanged', () => {
    const failure = new ProviderFailure('conflict', 'no', {})
    expect(asProviderFailure(failure)).toBe(failure)
  })

  it('that is not an error has its text', () => {
    expect(asProviderFailure('gone')).toMatchObject({ kind: 'unreachable', message: 'gone' })
  })
})

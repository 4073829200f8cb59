import type { Clock } from '@netbox/core'
import { Stripe } from 'stripe'
import { ProviderFailure, type ProviderFailureKind, type Timeouts } from '../payment-provider.ts'

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

/** Converts the library's errors to the errors that billing handles. */
export const asProviderFailure = (error: unknown): ProviderFailure => {
  if (error instanceof ProviderFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  const param = error instanceof errors.StripeError ? error.param : undefined
  return new ProviderFailure(kindOf(error), message, { cause: error, ...(param === undefined ? {} : { param }) })
}

/** Creates the library's client. It makes one attempt, because callers repeat failed calls. */
export const createStripe = (secretKey: string, apiBase: string | undefined): Stripe => {
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com')
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
    maxNetworkRetries: 0,
    // The timeout of this client covers the whole response; the timeout of the node:http client covers only each pause in the response.
    // It follows no redirect, which could lead into the service's own network.
    httpClient: Stripe.createFetchHttpClient(async (url, init) => fetch(url, { ...init, redirect: 'manual' })),
  })
}

/** Waits for a response; undefined if the object does not exist. */
export const orMissing = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    const failure = asProviderFailure(error)
    if (failure.kind === 'missing') return undefined
    throw failure
  }
}

/** Waits for a response; the library's errors become a `ProviderFailure`. */
export const orFailure = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw asProviderFailure(error)
  }
}

/** The pause between two tries while a concurrent request uses the same key, in milliseconds. */
const PAUSE = 300

/** Makes a call with an idempotency key. While a concurrent call with the same key is running, it waits; both get the same response. */
export const once = async <Result>(
  clock: Pick<Clock, 'wait'>,
  timeouts: Timeouts,
  call: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const failure = asProviderFailure(error)
      if (failure.kind !== 'conflict' || timeouts.left() < 2 * PAUSE) throw failure
      await clock.wait(PAUSE)
    }
  }
}

/** Returns the options of a call. Throws if no time is left. */
export const within = (timeouts: Timeouts): { readonly timeout: number } => {
  const timeout = Math.min(timeouts.call, timeouts.left())
  if (timeout < 1)
    throw new ProviderFailure('unreachable', 'The time limit for calls to the payment provider has passed', {})
  return { timeout }
}

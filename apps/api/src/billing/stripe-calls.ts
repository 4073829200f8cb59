import type { Clock } from '@netbox/core'
import { Stripe } from 'stripe'
import { type Budget, ProviderFailure } from './payment-provider.ts'
import { asProviderFailure } from './stripe-failure.ts'

/** Creates the library's client. It asks once: our callers repeat what failed. */
export const createStripe = (secretKey: string, apiBase: string | undefined): Stripe => {
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com')
  return new Stripe(secretKey, {
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
    maxNetworkRetries: 0,
    // Unlike the one over node:http its time limit is for all of an answer, not for each silence in it.
    httpClient: Stripe.createFetchHttpClient(),
  })
}

/** Waits for an answer; undefined when there is no such thing. */
export const orMissing = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work
  } catch (error) {
    const failure = asProviderFailure(error)
    if (failure.kind === 'missing') return undefined
    throw failure
  }
}

/** Waits for an answer; what the library throws becomes a `ProviderFailure`. */
export const orFailure = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw asProviderFailure(error)
  }
}

/** How long to wait for who is just asking the same, in milliseconds. */
const PAUSE = 300

/** Makes a call with a key. While another one with the same key is under way it waits: it gets the same answer then. */
export const once = async <Result>(
  clock: Pick<Clock, 'wait'>,
  budget: Budget,
  call: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      const failure = asProviderFailure(error)
      if (failure.kind !== 'conflict' || budget.left() < 2 * PAUSE) throw failure
      await clock.wait(PAUSE)
    }
  }
}

/** Returns the options of a call. Throws when no time is left for it. */
export const within = (budget: Budget): { readonly timeout: number } => {
  const timeout = Math.min(budget.call, budget.left())
  if (timeout < 1) throw new ProviderFailure('unreachable', 'No time is left for the payment provider', {})
  return { timeout }
}

import type { Clock } from '@netbox/core'
import type { Timeouts } from './payment-provider.ts'

/** The time limits for the payment provider, in milliseconds. */
export interface TimeLimits {
  /** The limit for all calls of one request together. */
  readonly whole: number
  /** The limit for one call, within the remaining total. */
  readonly call: number
}

/** The service's limits: it responds within ten seconds, even if the provider is slow. */
export const TIME_LIMITS: TimeLimits = { whole: 8000, call: 5000 }

/** Creates the timeouts of a request that starts now. */
export const createTimeouts = (clock: Pick<Clock, 'now'>, { whole, call }: TimeLimits = TIME_LIMITS): Timeouts => {
  const end = clock.now() + whole
  return { left: () => Math.max(0, end - clock.now()), call }
}

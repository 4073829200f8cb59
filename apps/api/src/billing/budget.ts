import type { Clock } from '@netbox/core'
import type { Budget } from './payment-provider.ts'

/** The time limits for the payment provider, in milliseconds. */
export interface Patience {
  /** The limit for all calls of one request together. */
  readonly whole: number
  /** The limit for one call, within the remaining total. */
  readonly call: number
}

/** The service's limits: it responds within ten seconds, even if the provider is slow. */
export const PATIENCE: Patience = { whole: 8000, call: 5000 }

/** Creates a budget that starts now. */
export const createBudget = (clock: Pick<Clock, 'now'>, { whole, call }: Patience = PATIENCE): Budget => {
  const end = clock.now() + whole
  return { left: () => Math.max(0, end - clock.now()), call }
}

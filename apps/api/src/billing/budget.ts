import type { Clock } from '@netbox/core'
import type { Budget } from './payment-provider.ts'

/** For how long the payment provider is waited for, in milliseconds. */
export interface Patience {
  /** For all calls of one piece of work. */
  readonly whole: number
  /** For one call, whatever is left for all of them. */
  readonly call: number
}

/** The patience of the service: an answer comes within ten seconds, whatever the provider does. */
export const PATIENCE: Patience = { whole: 8000, call: 5000 }

/** Makes a budget that begins now. */
export const createBudget = (clock: Pick<Clock, 'now'>, { whole, call }: Patience = PATIENCE): Budget => {
  const end = clock.now() + whole
  return { left: () => Math.max(0, end - clock.now()), call }
}

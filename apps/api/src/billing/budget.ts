import type { Clock } from '@netbox/core'
import type { Budget } from './payment-provider.ts'

/** Makes a budget that begins now. */
export const createBudget = (clock: Pick<Clock, 'now'>, milliseconds: number): Budget => {
  const end = clock.now() + milliseconds
  return { left: () => Math.max(0, end - clock.now()) }
}

import type { Clock } from '@netbox/core'
import { SECOND } from '../clock.ts'
import { createTimeouts, type PaymentProvider } from './payment-provider.ts'
import { deleteRow, updateRow } from '../database/dialects.ts'
import type { Database } from '../database/database.ts'
import { createBackgroundJob, neverAborted } from '../jobs/background-job.ts'
import { type BillingCustomer, listClosing } from './repository.ts'

export interface ClosingOptions {
  readonly database: Database
  readonly provider: Pick<PaymentProvider, 'deleteCustomer' | 'isLive'>
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
}

const EVERY = 10 * SECOND
const FIRST_PAUSE = 30 * SECOND
const LONGEST_PAUSE = 6 * 60 * 60 * SECOND

const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 20))

/**
 * Creates the job that deletes customers of deleted accounts at the provider, with retries, so that no user pays for a deleted account.
 * Several processes may run it at once, because deleting twice does no harm.
 */
export const createClosing = ({ database, provider, clock, log }: ClosingOptions) => {
  const { queries, writer } = database

  const close = async (customer: BillingCustomer): Promise<boolean> => {
    try {
      await provider.deleteCustomer(customer.id, createTimeouts(clock))
    } catch (error) {
      log.warn({ err: error, tries: customer.attempts + 1 }, 'a customer could not be deleted at the payment provider')
      const { id, attempts } = customer
      const next = { next_attempt_at: clock.now() + pauseAfter(attempts), attempts: attempts + 1 }
      await updateRow(writer, 'billing_customers', id, next)
      return false
    }
    await deleteRow(writer, 'billing_customers', customer.id)
    return true
  }

  /** Deletes all due customers, or as many as possible before the signal aborts; returns the number. */
  const closeDue = async (signal = neverAborted): Promise<number> => {
    let closed = 0
    for (const customer of await listClosing(queries, provider.isLive, clock.now())) {
      if (signal.aborted) break
      if (await close(customer)) closed += 1
    }
    return closed
  }

  const { start, stop } = createBackgroundJob({
    clock,
    run: async (signal) => {
      await closeDue(signal)
      return false
    },
    pause: () => EVERY,
    onFailure: (error) => log.warn({ err: error }, 'deleted accounts cannot be read'),
  })
  return { closeDue, start, stop }
}

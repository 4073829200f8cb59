import type { Clock } from '@netbox/core'
import { createBudget } from '../../billing/budget.ts'
import type { PaymentProvider } from '../../billing/payment-provider.ts'
import type { Database } from '../../db/database.ts'
import { type BillingCustomer, deleteCustomer, listClosing, postponeClosing } from './repository.ts'

/** Deletes at the payment provider who has deleted their account here. */
export interface Closing {
  /** Deletes all who are due; gives how many were. */
  closeDue(): Promise<number>
  /** Does so for ever, every few seconds. */
  start(): void
  /** Finishes what it is at, and stops. */
  stop(): Promise<void>
}

/** What it needs. */
export interface ClosingOptions {
  readonly database: Database
  readonly provider: Pick<PaymentProvider, 'deleteCustomer' | 'isLive'>
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
}

const SECOND = 1000
const EVERY = 10 * SECOND
const BUDGET = 8 * SECOND
const FIRST_PAUSE = 30 * SECOND
const LONGEST_PAUSE = 6 * 60 * 60 * SECOND

const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(tries, 20))

/**
 * Makes what tells the provider of deleted accounts, until it was told: a subscription without anybody must not go on being paid.
 * Several processes may do so at once; who was deleted twice is deleted.
 */
export const createClosing = ({ database, provider, clock, log }: ClosingOptions): Closing => {
  const { queries } = database
  let stopping = new AbortController()
  let running: Promise<void> | undefined

  const close = async (customer: BillingCustomer): Promise<boolean> => {
    try {
      await provider.deleteCustomer(customer.id, createBudget(clock, BUDGET))
    } catch (error) {
      log.warn({ err: error, tries: customer.attempts + 1 }, 'a customer could not be deleted at the payment provider')
      await postponeClosing(queries, customer, clock.now() + pauseAfter(customer.attempts))
      return false
    }
    await deleteCustomer(queries, customer.id)
    return true
  }

  const closeDue = async (): Promise<number> => {
    let closed = 0
    for (const customer of await listClosing(queries, provider.isLive, clock.now())) {
      if (stopping.signal.aborted) break
      if (await close(customer)) closed += 1
    }
    return closed
  }

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await closeDue().catch((error: unknown) => log.warn({ err: error }, 'deleted accounts can not be read'))
      // It rejects when it is time to stop: the loop looks.
      await clock.wait(EVERY, stopping.signal).catch(() => undefined)
    }
  }

  return {
    closeDue,
    start: () => {
      running ??= loop()
    },
    stop: async () => {
      stopping.abort()
      await running
      running = undefined
      stopping = new AbortController()
    },
  }
}

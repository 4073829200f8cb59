import type { Verification } from '@netbox/contract'
import { monthlyLimitReached } from '@netbox/product'
import type { VerificationResult, Verifier } from '@netbox/email-verifier'
import type { DatabaseAndClock } from '../database/database.ts'
import type { CallerUser } from '../caller.ts'
import type { Counter } from '../metrics.ts'
import { serializeResult } from './serialize-verification.ts'
import type { Reservation } from './monthly-allowance-repository.ts'
import { type MonthlyAllowance, RUN_LEASE } from './monthly-allowance.ts'
import type { ResultCache } from './caches.ts'
import { type FreshResult, storeResults } from './results-repository.ts'
import { storedFirst, yieldingToEventLoop } from './stored-first.ts'
import { Refusal } from '../refusal.ts'

export interface VerificationsOptions extends DatabaseAndClock {
  readonly newId: () => string
  readonly verifier: Pick<Verifier, 'verifyMany'>
  readonly results: ResultCache
  readonly allowance: MonthlyAllowance
  /** Counts results by their reason; `cached` for cached ones. */
  readonly counted: Counter
}

/** The number of concurrent addresses in one run. */
const CONCURRENCY = 40

interface Known {
  readonly result: VerificationResult
  readonly isCached: boolean
}

/** Creates the service that verifies addresses, and stores the results of signed-in users. */
export const createVerifications = (options: VerificationsOptions) => {
  const { database, clock, newId, verifier, results, allowance, counted } = options

  async function* found(emails: readonly string[], signal: AbortSignal): AsyncGenerator<Known> {
    const known = await results.recall(emails)
    for (const result of known.values()) yield { result, isCached: true }
    const unknown = emails.filter((email) => !known.has(email))
    for await (const result of verifier.verifyMany(unknown, { signal, concurrency: CONCURRENCY }))
      yield { result, isCached: false }
  }

  const store =
    (run: Reservation | undefined) =>
    async (known: readonly Known[]): Promise<void> => {
      const fresh: FreshResult[] = []
      for (const { result, isCached } of known) {
        counted.inc({ outcome: isCached ? 'cached' : result.reason })
        const cached = isCached ? undefined : results.entryOf(result)
        if (run !== undefined || cached !== undefined) fresh.push({ id: newId(), run, result, cached })
      }
      if (fresh.length === 0) return
      const now = clock.now()
      await database.transaction((queries) => storeResults(queries, fresh, { now, until: now + RUN_LEASE }))
    }

  /** Reserves a run's verifications in the monthly limit. Visitors have no monthly limit. */
  const reserve = async (user: CallerUser | undefined, count: number): Promise<Reservation | undefined> => {
    if (user === undefined) return undefined
    const outcome = await allowance.reserve(user, count)
    if (outcome.granted) return outcome.run
    const { secondsUntilReset: retryAfter } = outcome
    throw new Refusal('monthly_limit_reached', { message: monthlyLimitReached(outcome), retryAfter })
  }

  /** Promises that resolve when the open runs end. */
  const open = new Set<Promise<void>>()

  return {
    /**
     * Yields the result of each address, once and as soon as it is known and stored. Before the first item, throws `monthly_limit_reached`
     * if the rest of the user's monthly limit is too small for the whole run. Unused addresses are returned to that limit when the
     * iteration ends.
     */
    async *verify(
      emails: readonly string[],
      user: CallerUser | undefined,
      signal: AbortSignal,
    ): AsyncGenerator<Verification> {
      const distinct = [...new Set(emails)]
      const run = await reserve(user, distinct.length)
      let end = (): void => undefined
      const ended = new Promise<void>((resolve) => (end = resolve))
      open.add(ended)
      const stopping = new AbortController()
      const either = AbortSignal.any([signal, stopping.signal])
      try {
        const stored = storedFirst(found(distinct, either), store(run), () => stopping.abort())
        // Jobs need a history, so addresses of visitors are not retried.
        for await (const { result } of yieldingToEventLoop(stored))
          yield serializeResult(run === undefined ? { ...result, retry_after: null } : result)
      } catch (error) {
        // Only callers whose request arrives while the process is ending get this error.
        throw signal.aborted ? new Refusal('busy', { retryAfter: 1, cause: error }) : error
      } finally {
        if (run !== undefined) await allowance.release(run).finally(end)
        else end()
        open.delete(ended)
      }
    },
    /** Waits until cancelled work is stored and its reservation returned. */
    settle: () => Promise.all(open),
  }
}

export type Verifications = ReturnType<typeof createVerifications>

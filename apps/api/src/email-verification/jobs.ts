import type { Clock } from '@netbox/core'
import type { VerificationResult, Verifier } from '@netbox/email-verifier'
import { MINUTE, SECOND } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Counter } from '../metrics.ts'
import { createBackgroundJob, neverAborted } from '../jobs/background-job.ts'
import { remember } from './results-repository.ts'
import type { ResultCache } from './caches.ts'
import { type ClaimedJob, claimJob, countDue, finishJob, giveBack, listDue } from './jobs-repository.ts'

export interface VerificationJobsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly verifier: Pick<Verifier, 'verify'>
  /** Whether the verifier simulates its answers; it then handles only simulated jobs. */
  readonly isSimulated: boolean
  readonly results: Pick<ResultCache, 'entryOf'>
  /** Returns whether the service is on; if it is off, no server is contacted. */
  readonly isOn: () => Promise<boolean>
  readonly newId: () => string
  readonly counted: Counter
  readonly log: { warn(fields: object, message: string): void }
}

const EVERY = 10 * SECOND
const AT_ONCE = 20
/** The first try and three more: after 6, 30 and 75 minutes, or as the server requests. */
const MOST_ATTEMPTS = 4
/**
 * The duration of a claim, in milliseconds; afterwards another process may claim the job. It is longer than any SMTP dialogue, including
 * the wait for a busy server.
 */
export const CLAIM = 15 * MINUTE
/** The pause after an internal problem, such as unavailable nameservers. */
const PAUSE = 5 * MINUTE

/**
 * Creates the job that retries addresses that a server deferred. Several processes may run it at once. Its results replace the results in the
 * history.
 */
export const createVerificationJobs = (options: VerificationJobsOptions) => {
  const { database, clock, verifier, isSimulated, results, isOn, newId, counted, log } = options
  const { queries, writer } = database
  const simulated = isSimulated ? 1 : 0
  let due = 0

  const write = (job: ClaimedJob, result: VerificationResult): Promise<boolean> => {
    const isLast = result.retry_after === null || result.verification_attempts >= MOST_ATTEMPTS
    const next = isLast ? undefined : clock.now() + (result.retry_after ?? 0) * SECOND
    return database.transaction(async (inside) => {
      if (!(await finishJob(inside, job, result, next))) return false
      const cached = results.entryOf(result)
      if (cached !== undefined) await remember(inside, [cached])
      return true
    })
  }

  const verify = async (job: ClaimedJob, signal: AbortSignal): Promise<void> => {
    // The try ends a minute before the claim expires, because another process may then claim the job.
    const over = AbortSignal.any([signal, AbortSignal.timeout(CLAIM - MINUTE)])
    try {
      const result = await verifier.verify(job.email, { signal: over, attempts: job.attempts })
      if (await write(job, result)) counted.inc({ outcome: result.reason })
    } catch (error) {
      // The error's message is not logged, because it may contain the address.
      if (!signal.aborted) log.warn({ job: job.id, failure: nameOf(error) }, 'an address could not be verified again')
      await giveBack(writer, job, clock.now() + (signal.aborted ? 0 : PAUSE))
    }
  }

  /** Tries a limited number of due jobs; returns the number of tries. When the signal aborts, it releases the jobs that it has claimed. */
  const tryDue = async (signal = neverAborted): Promise<number> => {
    if (!(await isOn())) return 0
    const now = clock.now()
    const found = await listDue(queries, { simulated, now, limit: AT_ONCE })
    due = found.length < AT_ONCE ? found.length : await countDue(queries, simulated, now)
    const claimed: ClaimedJob[] = []
    for (const job of found) {
      const claim = newId()
      if (signal.aborted) break
      if (await claimJob(writer, job, claim, now + CLAIM)) claimed.push({ ...job, claim, due_at: now + CLAIM })
    }
    await Promise.all(claimed.map((job) => verify(job, signal)))
    due = Math.max(0, due - claimed.length)
    return claimed.length
  }

  const { start, stop } = createBackgroundJob({
    clock,
    run: async (signal) => (await tryDue(signal)) === AT_ONCE,
    pause: () => EVERY,
    onFailure: (error) => log.warn({ failure: nameOf(error) }, 'the addresses to verify again cannot be read'),
  })
  return {
    tryDue,
    start,
    stop,
    /** The number of due jobs at the last check. */
    get due() {
      return due
    },
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

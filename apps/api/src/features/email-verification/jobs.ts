import type { Clock } from '@netbox/core'
import type { VerificationResult } from '@netbox/email-verifier'
import type { Database } from '../../db/database.ts'
import type { Counter } from '../../metrics.ts'
import { createBackgroundJob, neverAborted, type BackgroundJob } from '../../background-job.ts'
import { remember } from './cache-repository.ts'
import type { ResultCache } from './caches.ts'
import { type ClaimedJob, claimJob, countDue, finishJob, giveBack, listDue } from './jobs-repository.ts'
import type { Prober } from './prober.ts'

/** Tries again what a server put off. Any number of processes may do so at once. */
export interface VerificationJobs extends Pick<BackgroundJob, 'start' | 'stop'> {
  /** Tries a bounded number of jobs whose time has come; returns the number of tries. On a stop signal, it releases its present job. */
  tryDue(signal?: AbortSignal): Promise<number>
  /** How many wait whose time had come when it last looked. */
  readonly due: number
}

/** The dependencies of the functions. */
export interface VerificationJobsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly prober: Pick<Prober, 'verify'>
  /** Whether the prober makes its answers up: those jobs are its own. */
  readonly isSimulated: boolean
  readonly results: Pick<ResultCache, 'entryOf'>
  /** Whether the service is on: what is off asks nobody. */
  readonly isOn: () => Promise<boolean>
  readonly newId: () => string
  readonly counted: Counter
  readonly log: { warn(fields: object, message: string): void }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const EVERY = 10 * SECOND
const AT_ONCE = 20
/** The first question and three more: after 6, 30 and 75 minutes, or as the server says. */
const MOST_ATTEMPTS = 4
/** A job whose process has gone is taken by another one then. Longer than any dialogue, and than waiting for a turn at a busy server. */
export const CLAIM = 15 * MINUTE
/** Where it failed for a reason of ours, as the name servers being away. */
const PAUSE = 5 * MINUTE

/** Makes the jobs. Their results replace those in the history. */
export const createVerificationJobs = (options: VerificationJobsOptions): VerificationJobs => {
  const { database, clock, prober, isSimulated, results, isOn, newId, counted, log } = options
  const { queries } = database
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

  const probe = async (job: ClaimedJob, signal: AbortSignal): Promise<void> => {
    // Nobody waits for someone else's claim: when ours is over, it is not ours any more.
    const over = AbortSignal.any([signal, AbortSignal.timeout(CLAIM - MINUTE)])
    try {
      const result = await prober.verify(job.email, { signal: over, attempts: job.attempts })
      if (await write(job, result)) counted.inc({ outcome: result.reason })
    } catch (error) {
      // No address in the log: the message of an error may have one.
      if (!signal.aborted) log.warn({ job: job.id, failure: nameOf(error) }, 'an address could not be tried again')
      await giveBack(queries, job, clock.now() + (signal.aborted ? 0 : PAUSE))
    }
  }

  const tryDue = async (signal = neverAborted): Promise<number> => {
    if (!(await isOn())) return 0
    const now = clock.now()
    const found = await listDue(queries, { simulated, now, limit: AT_ONCE })
    due = found.length < AT_ONCE ? found.length : await countDue(queries, simulated, now)
    const claimed: ClaimedJob[] = []
    for (const job of found) {
      const claim = newId()
      if (signal.aborted) break
      if (await claimJob(queries, job, claim, now + CLAIM)) claimed.push({ ...job, claim, due_at: now + CLAIM })
    }
    await Promise.all(claimed.map((job) => probe(job, signal)))
    due = Math.max(0, due - claimed.length)
    return claimed.length
  }

  const { start, stop } = createBackgroundJob({
    clock,
    run: async (signal) => (await tryDue(signal)) === AT_ONCE,
    pause: () => EVERY,
    onFailure: (error) => log.warn({ failure: nameOf(error) }, 'what is to be verified again can not be read'),
  })
  return {
    tryDue,
    start,
    stop,
    get due() {
      return due
    },
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

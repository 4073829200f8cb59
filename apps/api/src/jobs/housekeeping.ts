import type { Clock } from '@netbox/core'
import { MINUTE } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { claimLease, readLeases, releaseLease } from '../database/leases.ts'
import { deleteOutdated } from '../database/delete-in-batches.ts'
import { insertIgnore } from '../database/dialects.ts'
import { createBackgroundJob, type BackgroundJob } from './background-job.ts'
import { purgeRecords } from './purge.ts'

/** The background work of the process. */
export type Housekeeping = Pick<BackgroundJob, 'start' | 'stop'>

/** The dependencies of the background work. */
export interface HousekeepingOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
  /** Does more clean-up once an hour. */
  readonly purge: (signal: AbortSignal) => Promise<void>
}

const HOUR = 60
// Slightly less than an hour, so that the lease has expired when its holder starts the next round.
const LEASE_TERM = 59 * MINUTE
const LEASE = 'housekeeping'
const EXPIRING = ['rate_limits', 'login_attempts', 'leases', 'row_locks', 'used_captchas'] as const

/**
 * Creates the job that records every minute of service, for the uptime, and deletes expired leases and counters. Each hour, one of several
 * processes also deletes old records; if two did, it would do no harm.
 */
export const createHousekeeping = ({ database, clock, log, purge }: HousekeepingOptions): Housekeeping => {
  const { engine, queries } = database
  let minutes = 0
  let purging: Promise<void> | undefined

  const warn = (error: unknown): void => log.warn({ err: error }, 'housekeeping failed and will be retried')

  const purgeOnce = async (signal: AbortSignal): Promise<void> => {
    const now = clock.now()
    const [lease] = await readLeases(queries, 'leases', [LEASE])
    if (lease === undefined || (lease.expiresAt ?? 0) > now) return
    const claimed = { key: LEASE, expiresAt: now + LEASE_TERM }
    if (!(await claimLease(queries, 'leases', lease, claimed.expiresAt))) return
    try {
      await purge(signal)
      await purgeRecords(queries, now, signal)
    } catch (error) {
      await releaseLease(queries, 'leases', claimed)
      throw error
    }
  }

  const doMinute = async (signal: AbortSignal): Promise<boolean> => {
    // The count advances every minute, whatever the outcome.
    const isHour = minutes++ % HOUR === 0
    const now = clock.now()
    await insertIgnore(queries, engine, 'heartbeats', { minute: Math.floor(now / MINUTE) })
    for (const table of EXPIRING)
      await deleteOutdated(queries, { table, key: 'key', column: 'expires_at', before: now }, signal)
    // The deletion may take longer than a minute, but every minute must be recorded.
    if (isHour)
      purging ??= purgeOnce(signal)
        .catch(warn)
        .finally(() => (purging = undefined))
    return false
  }

  const job = createBackgroundJob({
    clock,
    run: doMinute,
    // The pause ends at the start of a minute, so that no minute is missed after long work.
    pause: () => MINUTE - (clock.now() % MINUTE),
    onFailure: warn,
  })
  return {
    start: job.start,
    stop: async () => {
      await job.stop()
      await purging
    },
  }
}

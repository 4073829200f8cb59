import { DAY, MINUTE, utcDay } from '../clock.ts'
import type { Connections, Database } from '../database/database.ts'
import { deleteOutdated, repeatUntilNone } from '../database/delete-in-batches.ts'
import { deleteSomeUnconfirmed } from '../accounts/users/repository.ts'
import { deleteOldMinutes, deleteOldNotifications, deleteOldRuns, deleteOldUsage } from './purge-repository.ts'
import type { Clock } from '@netbox/core'
import { insertIgnore } from '../database/dialects.ts'
import type { RateLimits, SlidingLimit } from '../rate-limits/rate-limits.ts'
import type { Metrics } from '../metrics.ts'
import { createBackgroundJob } from './background-job.ts'
import { otherRetention, simpleRetention } from './retention.ts'

/** Deletes all rows past their retention, until the signal aborts. */
export const purgeRecords = async (database: Connections, now: number, signal?: AbortSignal): Promise<void> => {
  const start = (days: number): number => now - days * DAY
  await deleteOldRuns(database, start(otherRetention.runs.days), signal)
  for (const { days, ...rows } of simpleRetention)
    await deleteOutdated(database, { ...rows, before: start(days) }, signal)
  await repeatUntilNone(() => deleteSomeUnconfirmed(database, start(otherRetention.unconfirmed.days)), signal)
  await deleteOldUsage(database, utcDay(start(otherRetention.usage.days)), signal)
  await deleteOldNotifications(database, start(otherRetention.notifications.days), signal)
  await deleteOldMinutes(database, Math.floor(start(otherRetention.minutes.days) / MINUTE), signal)
}

export interface HousekeepingOptions {
  readonly database: Database
  readonly clock: Clock
  readonly rateLimits: RateLimits
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>
  readonly log: { warn(fields: object, message: string): void }
  /** Records every minute that the process is running. */
  readonly announce?: () => Promise<void>
  /** Does more clean-up once an hour. */
  readonly purge: (signal: AbortSignal) => Promise<void>
}

const HOUR = 60
/** One purge of all processes. The window is slightly less than an hour, so that the same process may start the next round. */
const PURGES: SlidingLimit = { name: 'purge', most: 1, window: 59 * MINUTE, isAlwaysOn: true }
const EXPIRING = ['rate_limits', 'login_attempts', 'row_locks', 'used_captchas', 'address_requests'] as const

/**
 * Creates the job that records every minute of service, for the uptime, and deletes expired locks and counters. Each hour, one of several
 * processes also deletes old records; if two did, it would do no harm.
 */
export const createHousekeeping = (options: HousekeepingOptions) => {
  const { database, clock, rateLimits, log, metrics, announce, purge } = options
  const { engine, writer } = database
  let minutes = 0
  let purging: Promise<void> | undefined

  let lastDone = 0
  const failures = metrics.counter('netbox_housekeeping_failures_total', 'Failed rounds of housekeeping.')
  metrics.gauge(
    'netbox_housekeeping_last_success_timestamp_seconds',
    'The time of the last successful round of housekeeping, one a minute; 0 before the first.',
    () => lastDone / 1000,
  )

  const warn = (error: unknown): void => {
    failures.inc({})
    log.warn({ err: error }, 'housekeeping failed and will be retried')
  }

  const purgeOnce = async (signal: AbortSignal): Promise<void> => {
    const permission = await rateLimits.take(PURGES, 'service')
    if (!permission.isAllowed) return
    try {
      await purge(signal)
      await purgeRecords(database, clock.now(), signal)
    } catch (error) {
      await permission.release()
      throw error
    }
  }

  const doMinute = async (signal: AbortSignal): Promise<boolean> => {
    // The count advances every minute, whatever the outcome.
    const isHour = minutes++ % HOUR === 0
    const now = clock.now()
    await insertIgnore(writer, engine, 'heartbeats', { minute: Math.floor(now / MINUTE) })
    await announce?.()
    for (const table of EXPIRING)
      await deleteOutdated(database, { table, key: 'key', column: 'expires_at', before: now }, signal)
    // The deletion may take longer than a minute, but every minute must be recorded.
    if (isHour)
      purging ??= purgeOnce(signal)
        .catch(warn)
        .finally(() => (purging = undefined))
    lastDone = now
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

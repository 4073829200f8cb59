import { addRun, endRun, readMonth, type Reservation, reserve, runsOver } from './monthly-allowance-repository.ts'
import { MONTHLY_VERIFICATIONS } from '@netbox/product'
import type { CallerUser } from '../caller.ts'
import type { DatabaseAndClock } from '../database/database.ts'

/** The outcome of a reservation: whether the run may start. */
export type ReservationOutcome =
  | { readonly granted: true; readonly run: Reservation }
  | { readonly granted: false; readonly limit: number; readonly left: number; readonly secondsUntilReset: number }

/** The time for which an inactive run keeps its reservation, in milliseconds: longer than any address takes. */
export const RUN_LEASE = 60 * 60_000

/** Returns the calendar month (UTC) of a time. */
const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** Returns the start of the next month (UTC). */
const nextMonth = (now: number): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

type User = Pick<CallerUser, 'id' | 'plan'>

/**
 * Creates the allowance of verifications by calendar month (UTC). Concurrent runs, in any number of processes, together get exactly the
 * plan's monthly limit.
 */
export const createMonthlyAllowance = ({
  database,
  clock,
  newId,
}: DatabaseAndClock & {
  readonly newId: () => string
}) => ({
  /** Returns the use of the current month, with the limit: -1 is unlimited. Reservations of open runs count as used. */
  month: async ({ id: userId, plan }: User) => {
    const now = clock.now()
    const limit = MONTHLY_VERIFICATIONS[plan]
    const { reserved: used } = await readMonth(database.queries, { userId, month: monthOf(now) })
    return { used, limit, remaining: limit < 0 ? limit : Math.max(0, limit - used), reset: nextMonth(now) }
  },
  /** Reserves the verifications of a whole run, or none. */
  reserve: async ({ id: userId, plan }: User, count: number): Promise<ReservationOutcome> => {
    const now = clock.now()
    const limit = MONTHLY_VERIFICATIONS[plan]
    const run = { id: newId(), userId, month: monthOf(now) }
    const granted = await database.transaction(async (queries) => {
      if (!(await reserve(queries, run, { count, limit }))) return false
      await addRun(queries, run, { count, until: now + RUN_LEASE })
      return true
    })
    if (granted) return { granted, run }
    const { reserved } = await readMonth(database.queries, run)
    const secondsUntilReset = Math.ceil((nextMonth(now) - now) / 1000)
    return { granted, limit, left: Math.max(0, limit - reserved), secondsUntilReset }
  },
  /** Returns a run's unused addresses to the month's limit. Further calls do nothing. */
  release: (run: Reservation): Promise<void> => database.transaction((queries) => endRun(queries, run)),
  /** Returns the unused addresses of runs whose process ended before it returned them. */
  releaseOver: async (signal?: AbortSignal): Promise<void> => {
    const now = clock.now()
    for (const run of await runsOver(database.queries, now)) {
      if (signal?.aborted) return
      await database.transaction((queries) => endRun(queries, run, now))
    }
  },
})

export type MonthlyAllowance = ReturnType<typeof createMonthlyAllowance>

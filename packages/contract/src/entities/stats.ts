import * as v from 'valibot'
import { count, instant } from './fields.ts'
import { severity } from './run.ts'

const percent = () => v.pipe(v.number(), v.minValue(0), v.maxValue(100))

/** The schema of the uptime of one UTC day: the number of minutes in which the service responded, and of all minutes so far. */
const uptimeDay = v.object({ day: v.string(), up: count(), minutes: count() })

/**
 * The schema of a user's statistics (spec §2). `uptime` is the percentage over the last 30 days, null without data; `uptime_days` has each
 * of those days since the service began. `emails_by_day` counts the addresses of the last 14 UTC days, today last.
 */
export const stats = v.object({
  emails_verified: count(),
  emails_by_day: v.array(count()),
  migrations: count(),
  tools_used: count(),
  tools: v.array(v.string()),
  uptime: v.nullable(percent()),
  uptime_days: v.array(uptimeDay),
})

/** A user's statistics on the dashboard. */
export type Stats = v.InferOutput<typeof stats>

const half = v.object({ start: instant(), critical: count(), warning: count(), info: count(), pass: count() })

/**
 * The schema of a user's current UTC day. `runs` counts the runs of each half hour by severity; `worst` is the latest critical run. `down`
 * lists the periods in which the service did not respond; each excludes its end.
 */
export const today = v.object({
  day: v.string(),
  now: instant(),
  reset: instant(),
  total: count(),
  runs: v.array(half),
  worst: v.nullable(
    v.object({ tool: v.string(), input: v.string(), sentence: v.string(), severity, created_at: instant() }),
  ),
  verifications: v.array(v.object({ at: instant(), addresses: count(), simulated: v.boolean() })),
  down: v.array(v.object({ from: instant(), to: instant() })),
})

/** A user's current UTC day. */
export type Today = v.InferOutput<typeof today>

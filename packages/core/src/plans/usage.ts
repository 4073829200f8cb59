/** The use of one tool on one day; -1 as limit or remainder means unlimited. */
export interface Usage {
  readonly dailyUsed: number
  /** -1 means unlimited. */
  readonly dailyLimit: number
  /** Never below 0; -1 when unlimited. */
  readonly remaining: number
}

/** The subject, tool and day of a usage counter. */
export interface UsageKey {
  readonly subject: string
  readonly tool: string
  /** The UTC day: `2026-11-20`. */
  readonly day: string
}

/** The outcome of an attempt to count one run. `used` includes the run if it was granted. */
export interface Consumption {
  readonly granted: boolean
  readonly used: number
}

/**
 * A store of usage counters. `consume` must be atomic: of many concurrent calls, it grants exactly as many as the limit still allows. It
 * never gets a limit of 0, because the access check refuses such a run earlier. With a limit of -1, it grants every run. It also gets the
 * finished run, so that a store can count and record it in one step.
 */
export interface UsageStore<Run = unknown> {
  read(key: UsageKey): number | Promise<number>
  consume(key: UsageKey, limit: number, run: Run): Consumption | Promise<Consumption>
}

/** A synchronous usage store: in memory, in a browser, in a file. */
export interface SyncUsageStore extends UsageStore {
  read(key: UsageKey): number
  consume(key: UsageKey, limit: number): Consumption
}

/**
 * Returns the usage of a counter and its limit.
 *
 * @example
 * usageOf(3, 100) // => { dailyUsed: 3, dailyLimit: 100, remaining: 97 }
 * usageOf(3, -1).remaining // => -1
 */
export const usageOf = (dailyUsed: number, dailyLimit: number): Usage => ({
  dailyUsed,
  dailyLimit,
  remaining: dailyLimit < 0 ? -1 : Math.max(0, dailyLimit - dailyUsed),
})

/**
 * Formats a limit for people: -1 as ∞ (spec §9).
 *
 * @example
 * showLimit(100) // => '100'
 * showLimit(-1) // => '∞'
 */
export const showLimit = (limit: number): string => (limit < 0 ? '∞' : String(limit))

/**
 * Keeps counters in memory and forgets the days before the newest one.
 *
 * @example
 * const usage = memoryUsage()
 * const key = { subject: 'ana', tool: 'mx-record', day: '2026-11-20' }
 * usage.consume(key, 1) // => { granted: true, used: 1 }
 * usage.consume(key, 1) // => { granted: false, used: 1 }
 */
export const memoryUsage = (): SyncUsageStore => {
  let today = ''
  let subjects = new Map<string, Map<string, number>>()
  // The counters are stored by subject, then by tool, because building a combined key for every run is slow.
  const countersOf = ({ subject, day }: UsageKey): Map<string, number> => {
    if (day > today) {
      today = day
      subjects = new Map()
    }
    const owner = day === today ? subject : `${day} ${subject}`
    const known = subjects.get(owner)
    if (known !== undefined) return known
    const counters = new Map<string, number>()
    subjects.set(owner, counters)
    return counters
  }
  return {
    read: (key) => countersOf(key).get(key.tool) ?? 0,
    consume: (key, limit) => {
      const counters = countersOf(key)
      const used = counters.get(key.tool) ?? 0
      if (limit >= 0 && used >= limit) return { granted: false, used }
      counters.set(key.tool, used + 1)
      return { granted: true, used: used + 1 }
    },
  }
}

import type { Clock } from '@netbox/core'
import { andThen, type Soon } from '../soon.ts'

/** How often something may be done. */
export interface RatePolicy {
  readonly points: number
  readonly seconds: number
}

/** What is left of a policy. */
export interface RateState extends RatePolicy {
  readonly granted: boolean
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly reset: number
}

/** Counts in windows. `add` gives the points of the window after the addition, and must be atomic. */
export interface RateStore {
  add(key: string, expiresAt: number): Soon<number>
  read(key: string): Soon<number>
}

/** Counts by key what may be done, at once where the store does. */
export interface RateLimiter {
  /** Takes one point. */
  take(key: string, policy: RatePolicy): Soon<RateState>
  /** Tells how many points were taken in this window, and takes none. */
  used(key: string, policy: RatePolicy): Promise<number>
}

/** Makes a limiter over fixed windows that are the same for every process that shares the store. */
export const createRateLimiter = ({ store, clock }: { store: RateStore; clock: Clock }): RateLimiter => {
  const windowOf = (key: string, { seconds }: RatePolicy) => {
    const width = seconds * 1000
    const now = clock.now()
    const ends = (Math.floor(now / width) + 1) * width
    return { now, ends, name: `${key}|${ends / 1000}` }
  }
  return {
    take: (key, policy) => {
      const { now, ends, name } = windowOf(key, policy)
      return andThen(store.add(name, ends), (points) => ({
        ...policy,
        granted: points <= policy.points,
        remaining: Math.max(0, policy.points - points),
        reset: Math.ceil((ends - now) / 1000),
      }))
    },
    used: async (key, policy) => store.read(windowOf(key, policy).name),
  }
}

/** A limiter that never refuses: a knob of tests. */
export const unlimited: RateLimiter = {
  take: (_key, policy) => ({ ...policy, granted: true, remaining: policy.points, reset: policy.seconds }),
  used: async () => 0,
}

// More keys than that in memory means that somebody makes them up: then the oldest go first. A quarter at a time, because
// looking for what is over costs as much as there is.
const MOST_KEYS = 50_000
const KEPT_KEYS = 37_500

/** Keeps counters in memory: for one process, and for what is cheap to serve. */
export const memoryRateStore = (clock: Clock): RateStore => {
  const counters = new Map<string, { points: number; expiresAt: number }>()
  const makeRoom = () => {
    const now = clock.now()
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key)
    for (const key of counters.keys()) {
      if (counters.size <= KEPT_KEYS) return
      counters.delete(key)
    }
  }
  return {
    add: (key, expiresAt) => {
      const counter = counters.get(key)
      if (counter !== undefined) return ++counter.points
      if (counters.size >= MOST_KEYS) makeRoom()
      counters.set(key, { points: 1, expiresAt })
      return 1
    },
    read: (key) => counters.get(key)?.points ?? 0,
  }
}

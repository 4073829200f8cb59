import type { RateLimit } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { LRUCache } from 'lru-cache'
import { RateLimiterRes } from 'rate-limiter-flexible'
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js'

/** The state of a rate limit after an action. */
export interface RateState {
  readonly granted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly reset: number
}

/** A counter and the end of its window, in epoch ms. */
export interface Count {
  readonly points: number
  readonly expiresAt: number
}

/** A store of counters. `add` starts a new window after the last one has ended, and is atomic. */
export interface CountStore {
  add(key: string, points: number, now: number, milliseconds: number): Promise<Count>
  read(key: string, now: number): Promise<Count | undefined>
}

/** Counters of actions by key. `name` identifies the rate limit. */
export interface RateLimits {
  /** `cost` is the number of points, by default 1. */
  consume(name: string, limit: RateLimit, key: string, cost?: number): Promise<RateState>
  /** Returns the number of used points in the window, without using any. */
  used(name: string, limit: RateLimit, key: string): Promise<number>
}

/** The limiter of rate-limiter-flexible with a netbox store and clock. */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- the library takes stores as subclasses
class StoreLimiter extends RateLimiterStoreAbstract {
  readonly #store: CountStore
  readonly #clock: Pick<Clock, 'now'>

  constructor(keyPrefix: string, { points, seconds }: RateLimit, store: CountStore, clock: Pick<Clock, 'now'>) {
    super({ storeClient: store, keyPrefix, points, duration: seconds })
    this.#store = store
    this.#clock = clock
  }

  _upsert(key: string, points: number, milliseconds: number): Promise<Count> {
    return this.#store.add(key, points, this.#clock.now(), milliseconds)
  }

  _get(key: string): Promise<Count | undefined> {
    return this.#store.read(key, this.#clock.now())
  }

  _getRateLimiterRes(_key: string, added: number, { points, expiresAt }: Count): RateLimiterRes {
    const left = Math.max(0, this.points - points)
    return new RateLimiterRes(left, expiresAt - this.#clock.now(), points, points === added)
  }
}

/** The maximum number of keys in memory. Clients that invent keys could create more; the oldest are dropped first. */
const MOST_KEYS = 50_000

/** Creates a store of counters in the memory of this process. */
export const memoryCountStore = (): CountStore => {
  const counts = new LRUCache<string, Count>({ max: MOST_KEYS })
  const read = (key: string, now: number): Count | undefined => {
    const count = counts.get(key)
    return count !== undefined && count.expiresAt > now ? count : undefined
  }
  return {
    add: async (key, points, now, milliseconds) => {
      const last = read(key, now) ?? { points: 0, expiresAt: now + milliseconds }
      const count = { ...last, points: last.points + points }
      counts.set(key, count)
      return count
    },
    read: async (key, now) => read(key, now),
  }
}

/** The options of the rate limits. */
export interface RateLimitsOptions {
  /** The store for all processes. */
  readonly shared: CountStore
  /** The store of this process. */
  readonly local: CountStore
  readonly clock: Pick<Clock, 'now'>
}

/** Creates the rate limits of the service. */
export const createRateLimits = ({ shared, local, clock }: RateLimitsOptions): RateLimits => {
  const limiters = new Map<string, StoreLimiter>()
  const limiterOf = (name: string, limit: RateLimit): StoreLimiter => {
    const id = `${name} ${limit.points}`
    const limiter = limiters.get(id) ?? new StoreLimiter(name, limit, limit.shared ? shared : local, clock)
    limiters.set(id, limiter)
    return limiter
  }
  return {
    consume: async (name, limit, key, cost = 1) => {
      // A refusal is a rejection with the same result; any other rejection is an error.
      const result = await limiterOf(name, limit)
        .consume(key, cost)
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal
          throw refusal
        })
      return {
        granted: result.consumedPoints <= limit.points,
        limit: limit.points,
        remaining: result.remainingPoints,
        reset: Math.ceil(result.msBeforeNext / 1000),
      }
    },
    used: async (name, limit, key) => (await limiterOf(name, limit).get(key))?.consumedPoints ?? 0,
  }
}

/** Rate limits that refuse nothing, for tests. */
export const noRateLimits: RateLimits = {
  consume: async (_name, { points, seconds }) => ({ granted: true, limit: points, remaining: points, reset: seconds }),
  used: async () => 0,
}

import type { RateLimit } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { LRUCache } from 'lru-cache'
import { digest } from '../random.ts'
import { Refusal } from '../refusal.ts'

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

/** A limit on actions in any window, wherever the window starts. */
export interface SlidingLimit {
  readonly name: string
  readonly most: number
  /** The length of the window, in milliseconds. */
  readonly window: number
  /** Whether the limit stays active when tests turn the others off, because the guarded endpoints need it. */
  readonly isAlwaysOn?: true
}

/** The decision on an action: whether it is allowed now. */
export type Permission =
  | {
      readonly isAllowed: true
      /** Removes the action from the count, if it turns out not to count. */
      release(): Promise<void>
    }
  | { readonly isAllowed: false; readonly retryAfter: number }

/** One of the slots of a sliding limit, taken until a time in epoch ms. */
export interface Slot {
  readonly key: string
  readonly expiresAt: number
}

/** The outcome of a request for a slot: the slot, or the time in epoch ms when the next one becomes free. */
export type Taken = { readonly slot: Slot } | { readonly freeAt: number }

/** A store of fixed windows. `add` starts a new window after the last one has ended. Both functions are atomic. */
export interface CountStore {
  add(key: string, points: number, now: number, milliseconds: number): Promise<Count>
  read(key: string, now: number): Promise<Count | undefined>
}

/** A store of counters and of slots. Each of its functions is atomic. */
export interface RateStore extends CountStore {
  /** Takes one of `most` slots for a window, if one is free. */
  take(key: string, limit: Pick<SlidingLimit, 'most' | 'window'>, now: number): Promise<Taken>
  /** Releases a slot, unless another action has it now. */
  release(slot: Slot): Promise<void>
  /** Releases all slots of a key. */
  clear(key: string, most: number): Promise<void>
}

export interface RateLimitsOptions {
  /** The store of all processes, which survives restarts. Sliding windows are always there. */
  readonly shared: RateStore
  /** The store of this process. */
  readonly local: CountStore
  readonly clock: Pick<Clock, 'now'>
  /** Whether all limits without `isAlwaysOn` are off; for tests. */
  readonly isOff?: boolean
}

/** The maximum number of keys in memory. Clients that invent keys could create more; the oldest are dropped first. */
const MOST_KEYS = 50_000

/** Creates a store of fixed windows in the memory of this process. */
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

// Long enough to avoid collisions. The store contains no addresses in plain text.
const DIGEST_LENGTH = 32
const keyOf = ({ name }: SlidingLimit, subject: string): string => `${name}:${digest(subject).slice(0, DIGEST_LENGTH)}`

/** Creates the rate limits of the service. Requests count in fixed windows; sign-ins, codes and mail count in sliding windows. */
export const createRateLimits = ({ shared, local, clock, isOff = false }: RateLimitsOptions) => {
  const storeOf = (limit: RateLimit): CountStore => (limit.shared ? shared : local)
  return {
    /** Counts an action in the fixed window of a limit and a key. `name` identifies the limit; `cost` is by default 1 point. */
    consume: async (name: string, limit: RateLimit, key: string, cost = 1): Promise<RateState> => {
      const { points: most, seconds } = limit
      if (isOff) return { granted: true, limit: most, remaining: most, reset: seconds }
      const now = clock.now()
      const { points, expiresAt } = await storeOf(limit).add(`${name}:${key}`, cost, now, seconds * 1000)
      return {
        granted: points <= most,
        limit: most,
        remaining: Math.max(0, most - points),
        reset: Math.ceil((expiresAt - now) / 1000),
      }
    },
    /** Returns the number of used points in the fixed window, without using any. */
    used: async (name: string, limit: RateLimit, key: string): Promise<number> =>
      isOff ? 0 : ((await storeOf(limit).read(`${name}:${key}`, clock.now()))?.points ?? 0),
    /** Counts an action of a subject in the sliding window of a limit, unless the limit is reached. */
    take: async (limit: SlidingLimit, subject: string): Promise<Permission> => {
      if (isOff && !limit.isAlwaysOn) return { isAllowed: true, release: async () => {} }
      const now = clock.now()
      const taken = await shared.take(keyOf(limit, subject), limit, now)
      if ('slot' in taken) return { isAllowed: true, release: () => shared.release(taken.slot) }
      return { isAllowed: false, retryAfter: Math.max(1, Math.ceil((taken.freeAt - now) / 1000)) }
    },
    /** Resets the sliding window of a subject. */
    reset: (limit: SlidingLimit, subject: string): Promise<void> => shared.clear(keyOf(limit, subject), limit.most),
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** Throws `rate_limited` if the action is not allowed; otherwise returns a function that removes the action from the count. */
export const grant = async (permission: Promise<Permission>): Promise<() => Promise<void>> => {
  const given = await permission
  if (!given.isAllowed) throw new Refusal('rate_limited', { retryAfter: given.retryAfter })
  return () => given.release()
}

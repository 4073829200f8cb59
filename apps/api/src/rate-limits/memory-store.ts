import { LRUCache } from 'lru-cache'
import type { Count, CountStore } from './rate-limits.ts'

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

import { systemClock } from '@netbox/core'
import type { CatchAllCache, CatchAllVerdict, Clock } from '../ports.ts'

const DAY = 24 * 3600 * 1000

/**
 * Creates a cache of catch-all verdicts in memory: each for 24 hours, with at most 10,000 domains; the oldest are dropped first.
 *
 * @example
 * import { memoryCatchAllCache } from '@netbox/email-verifier'
 * const cache = memoryCatchAllCache()
 * await cache.set('mail.example', 'accepts_all')
 * await cache.get('mail.example') // => 'accepts_all'
 */
export const memoryCatchAllCache = ({
  clock = systemClock,
  most = 10_000,
}: { readonly clock?: Pick<Clock, 'now'>; readonly most?: number } = {}): CatchAllCache => {
  const known = new Map<string, { readonly verdict: CatchAllVerdict; readonly until: number }>()
  return {
    get: async (domain) => {
      const entry = known.get(domain)
      if (entry !== undefined && entry.until > clock.now()) return entry.verdict
      known.delete(domain)
      return undefined
    },
    set: async (domain, verdict) => {
      known.delete(domain)
      known.set(domain, { verdict, until: clock.now() + DAY })
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
  }
}

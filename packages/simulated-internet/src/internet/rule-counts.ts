import type { RuleCounts } from '@netbox/core/dns'
import { createRecentMap } from './recent-map.ts'

const MOST_COUNTS = 10_000

/** Creates the counts of the rules of a live world, for the servers of one protocol. They begin anew when its document is another value. */
export const createRuleCounts = ({ document }: { readonly document: () => unknown }): RuleCounts => {
  let counted = document()
  let counts = createRecentMap<number>(MOST_COUNTS)
  const now = () => {
    if (document() !== counted) {
      counted = document()
      counts = createRecentMap(MOST_COUNTS)
    }
    return counts
  }
  return { get: (key) => now().get(key), set: (key, count) => now().set(key, count) }
}

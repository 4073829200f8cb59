import type { Clock } from '@netbox/core'

/** Holds values for a while, each to be taken once. */
export interface Kept<Value> {
  keep(key: string, value: Value): void
  take(key: string): Value | undefined
}

/** Makes a place that holds values for so many milliseconds, in this process alone. */
export const keptFor = <Value>(lifetime: number, clock: Pick<Clock, 'now'>): Kept<Value> => {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>()
  return {
    keep: (key, value) => {
      const now = clock.now()
      for (const [old, { until }] of entries) if (until <= now) entries.delete(old)
      entries.set(key, { value, until: now + lifetime })
    },
    take: (key) => {
      const entry = entries.get(key)
      entries.delete(key)
      return entry !== undefined && clock.now() < entry.until ? entry.value : undefined
    },
  }
}

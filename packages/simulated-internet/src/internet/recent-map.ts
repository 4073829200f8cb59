/** A map of limited size. It drops the values that were not used for the longest time. */
export interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/**
 * Creates a map of the most recently used values. It keeps at least the latest `most` values and at most twice as many. It consists of two
 * maps that alternate, which are faster than one map that is sorted by use.
 */
export const createRecentMap = <Value>(most: number): RecentMap<Value> => {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  const set = (key: string, value: Value): void => {
    if (recent.size >= most && !recent.has(key)) {
      older = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  return {
    set,
    get: (key) => {
      const found = recent.get(key)
      if (found !== undefined) return found
      const old = older.get(key)
      if (old !== undefined) set(key, old)
      return old
    },
  }
}

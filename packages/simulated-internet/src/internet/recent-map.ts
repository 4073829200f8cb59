/** A bounded map that drops the values that were not used for the longest time. */
export interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/**
 * Creates a map of the most recently used values: at least `most`, at most twice as many. Two alternating maps are faster than one in the
 * order of use.
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

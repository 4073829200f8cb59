/** A map that is bounded: it drops what was not used while as many others came. */
export interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/**
 * Creates a map of the values that were used the last: at least so many, at most twice as many. Two maps that take turns cost less
 * time than one in the order of use.
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

/** Returns a function that loads something once for all its callers. After a failure, the next call loads it again. */
export const loadOnce = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let loading: Promise<Value> | undefined
  const begin = async (): Promise<Value> => {
    try {
      return await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return async () => (loading ??= begin())
}

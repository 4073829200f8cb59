/** Lets work of one key be done one after the other. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Makes turns. They order what this process does; other processes are noticed by what they wrote. */
export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    // Who went before may have failed: that is for its own caller to hear.
    const own = (before ?? Promise.resolve()).then(work, work)
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}

/** Runs one list at a time, also while other pages are shown. */
export const createListRunner = () => {
  let last: AbortController | undefined
  return {
    /** Ends the previous list, and returns the signal of a new one. */
    begin: (): AbortSignal => {
      last?.abort()
      last = new AbortController()
      return last.signal
    },
    /** Returns whether no other list has begun since. */
    isLast: (signal: AbortSignal): boolean => last?.signal === signal,
    /** Ends the running list. */
    stop: (): void => last?.abort(),
  }
}

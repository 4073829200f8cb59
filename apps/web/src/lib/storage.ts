/** Keeps texts in the browser. Where that is refused or full, nothing is kept and nothing fails. */
export const storage = {
  get: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Whether it was kept. */
  set: (key: string, value: string): boolean => {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove: (key: string): void => {
    try {
      localStorage.removeItem(key)
    } catch {
      // Unavailable storage counts as empty.
    }
  },
}

/** Stores texts in the browser. If storage is refused or full, nothing is stored, and no error is thrown. */
export const storage = {
  get: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Returns whether the text was stored. */
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

/** The browser's storage for texts. If storage is refused or full, nothing is stored, and no error is thrown. */
export const storage = {
  get: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Returns whether the browser stored the value. */
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
      // If storage is unavailable, there is nothing to remove.
    }
  },
}

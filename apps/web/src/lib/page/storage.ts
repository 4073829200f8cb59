/** The storage key of the chosen theme. */
export const THEME_KEY = 'netbox_theme'

/** The storage key of this browser's runs. */
export const RECENT_RUNS_KEY = 'netbox_recent_runs'

/** The storage key of this browser's registration whose address is not confirmed yet. */
export const REGISTRATION_KEY = 'netbox_registration'

/** A storage of the browser. If it is refused or full, nothing is stored, and no error is thrown. */
export interface SafeStorage {
  get(key: string): string | undefined
  /** Returns whether the browser stored the value. */
  set(key: string, value: string): boolean
  remove(key: string): void
}

// The area is read at each use, because reading the property throws where storage is refused.
const safely = (area: () => Storage): SafeStorage => ({
  get: (key) => {
    try {
      return area().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  set: (key, value) => {
    try {
      area().setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove: (key) => {
    try {
      area().removeItem(key)
    } catch {
      // If storage is unavailable, there is nothing to remove.
    }
  },
})

/** The storage that all tabs share, and that outlives them. */
export const storage = safely(() => localStorage)

/** The storage of this tab, which survives a reload and ends with the tab. */
export const tabStorage = safely(() => sessionStorage)

/** Parses JSON, for example of a storage. Returns undefined for other text. */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Returns the fields of a parsed value of any shape. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

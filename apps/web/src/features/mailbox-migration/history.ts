import type { Migration, Page } from '@netbox/contract'

/** The loaded requests. */
export interface History {
  readonly phase: 'idle' | 'loading' | 'loaded' | 'failed'
  readonly items: readonly Migration[]
  /** The number of all requests. */
  readonly total: number
  /** The last loaded page. */
  readonly page: number
  readonly error?: string
}

/** The state before the first request. */
export const nothingKnown: History = { phase: 'idle', items: [], total: 0, page: 0 }

/** Adds a new request at the front, before the service lists it. */
export const addedTo = (history: History, migration: Migration): History => ({
  ...history,
  items: [migration, ...history.items.filter(({ id }) => id !== migration.id)],
  total: history.total + 1,
})

/** Adds a page. Skips rows that are already shown: each new request moves a row to the next page. */
export const joined = ({ items }: History, page: Page<Migration>): History => {
  const shown = new Set(items.map(({ id }) => id))
  return {
    phase: 'loaded',
    items: [...items, ...page.items.filter(({ id }) => !shown.has(id))],
    total: page.total,
    page: page.page,
  }
}

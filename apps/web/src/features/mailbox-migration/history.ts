import type { Migration, Page } from '@netbox/contract'

/** The requests as far as they are loaded. */
export interface History {
  readonly phase: 'idle' | 'loading' | 'loaded' | 'failed'
  readonly items: readonly Migration[]
  /** How many there are in all. */
  readonly total: number
  /** The last page that was loaded. */
  readonly page: number
  readonly error?: string
}

/** The state before the first request. */
export const nothingKnown: History = { phase: 'idle', items: [], total: 0, page: 0 }

/** Puts a request in front, of which the service does not know yet that it is shown. */
export const addedTo = (history: History, migration: Migration): History => ({
  ...history,
  items: [migration, ...history.items.filter(({ id }) => id !== migration.id)],
  total: history.total + 1,
})

/** Adds a page. Rows that a new request moved onto it are not shown twice. */
export const joined = ({ items }: History, page: Page<Migration>): History => {
  const shown = new Set(items.map(({ id }) => id))
  return {
    phase: 'loaded',
    items: [...items, ...page.items.filter(({ id }) => !shown.has(id))],
    total: page.total,
    page: page.page,
  }
}

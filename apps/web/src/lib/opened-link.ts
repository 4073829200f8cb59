import { useState } from 'react'
import { useSearch } from 'wouter'

/** Returns whether the current entry of the browser's history leads to a run of the visitor's own. `runState` makes this mark. */
export const isOwnRun = (): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'own' in state
}

// Together, these parts identify a run whose result is the same, byte for byte. Without a scenario in the query, the scenario is 'random'.
const needed = ['input', 'seed', 'at'] as const

/** Returns whether a query describes a complete run. A query with fewer parts only fills in the form. */
export const namesRun = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return needed.every((name) => query.has(name))
}

/** Returns whether the address is somebody's link to a report. */
export const isSharedReport = (): boolean => namesRun(location.search) && !isOwnRun()

/** Returns whether the visitor has opened somebody's link to a report and not yet continued to the form, and a function that continues to it. */
export const useOpenedLink = () => {
  const search = useSearch()
  const [left, leave] = useState<string>()
  // During prerendering and hydration, there is no query yet.
  const isOpened = search !== '' && isSharedReport() && location.search !== left
  return { isOpened, leave: () => leave(location.search) }
}

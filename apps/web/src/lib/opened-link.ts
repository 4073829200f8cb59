import { useState } from 'react'
import { useSearch } from 'wouter'

let written: string | undefined

/** Records a query that the page itself writes. The form and the report already match this query. */
export const willWrite = (search: string): void => void (written = search)

/** Forgets the query that the page wrote: a visitor who returns to it has opened a link. */
export const forgetWritten = (): void => void (written = undefined)

/** Returns whether the page itself wrote the query of the address. */
export const isWritten = (): boolean => location.search === written

// Together, these parts identify a run whose result is the same, byte for byte. Without a scenario in the query, the scenario is 'none'.
const needed = ['input', 'seed', 'at'] as const

/** Returns whether a query describes a complete run. A query with fewer parts only fills in the form. */
const namesRun = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return needed.every((name) => query.has(name))
}

/** Returns whether the visitor has opened a link to a run and not yet continued to the form, and a function that continues to it. */
export const useOpenedLink = () => {
  const search = useSearch()
  const [left, leave] = useState<string>()
  // During prerendering and hydration, there is no query yet.
  const isOpened = search !== '' && namesRun(search) && location.search !== left && !isWritten()
  return { isOpened, leave: () => leave(location.search) }
}

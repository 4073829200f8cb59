import { useState } from 'react'
import { useSearch } from 'wouter'

let written: string | undefined

/** Announces that the page itself writes a query, which form and report already match. */
export const willWrite = (search: string): void => void (written = search)

/** Forgets the query that the page wrote: a visitor who returns to it has opened a link. */
export const forgetWritten = (): void => void (written = undefined)

/** Whether the page wrote the query of its address itself. */
export const isWritten = (): boolean => location.search === written

// Together they name a run that comes out the same, byte for byte; the scenario is 'none' unless the query names one.
const needed = ['input', 'seed', 'at'] as const

/** Returns whether a query names a whole run. A query with fewer parts only fills in the form. */
const namesRun = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return needed.every((name) => query.has(name))
}

/** Returns whether the visitor has opened the link to a run, until they continue to the form. */
export const useOpenedLink = () => {
  const search = useSearch()
  const [left, leave] = useState<string>()
  // While a page is prerendered or hydrated, its query is not available yet.
  const isOpened = search !== '' && namesRun(search) && location.search !== left && !isWritten()
  return { isOpened, leave: () => leave(location.search) }
}

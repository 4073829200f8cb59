import { useState } from 'react'
import { useSearch } from 'wouter'

let written: string | undefined

/** Tells that the page itself is about to write a query: the form and the report already have what it says. */
export const willWrite = (search: string): void => void (written = search)

/** Forgets what the page wrote: whoever comes back to it has opened a link. */
export const forgetWritten = (): void => void (written = undefined)

/** Whether the page wrote the query of its address itself. */
export const isWritten = (): boolean => location.search === written

// Together they name a run that comes out the same, byte for byte; the scenario is 'none' unless it is said.
const needed = ['input', 'seed', 'at'] as const

/** Tells whether a query names a whole run. Fewer parts fill in the form, and wait. */
export const namesRun = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return needed.every((name) => query.has(name))
}

/** Tells whether somebody has opened the link to a run, until they go on to the form. */
export const useOpenedLink = () => {
  const search = useSearch()
  const [left, leave] = useState<string>()
  // While a page is written or hydrated, its query is not there yet.
  const isOpened = search !== '' && namesRun(search) && location.search !== left && !isWritten()
  return { isOpened, leave: () => leave(location.search) }
}

import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { forgetWritten, isWritten } from '../../lib/opened-link.ts'
import type { SharedRun } from './read-share-link.ts'

const readAddress = async (): Promise<SharedRun | undefined> => {
  // Most addresses have no run, so the code that reads one is loaded on demand.
  const { readShareLink } = await import('./read-share-link.ts')
  // Reads the original address, because the router decodes some of its escapes.
  return readShareLink(location.search, history.state)
}

/** Fills in the run of the address whenever the address changes, without starting it. */
export const useLink = (fill: (link: SharedRun) => void, onAbsent: () => void): void => {
  const search = useSearch()
  const latest = useRef({ fill, onAbsent })
  useEffect(() => {
    latest.current = { fill, onAbsent }
  })
  useEffect(() => {
    let isWanted = search !== '' && !isWritten()
    if (isWanted)
      readAddress().then(
        (link) => isWanted && link !== undefined && latest.current.fill(link),
        () => isWanted && latest.current.onAbsent(),
      )
    return () => {
      isWanted = false
    }
  }, [search])
  useEffect(() => forgetWritten, [])
}

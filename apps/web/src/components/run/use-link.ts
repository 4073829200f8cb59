import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { forgetWritten, isWritten } from '../../lib/opened-link.ts'
import type { SharedRun } from './read-share-link.ts'

const readAddress = async (): Promise<SharedRun | undefined> => {
  // Most addresses say nothing: what reads the others is not loaded for them.
  const { readShareLink } = await import('./read-share-link.ts')
  // The address itself: the router has undone a part of its escapes.
  return readShareLink(location.search, history.state)
}

/** Fills in the run of the address whenever the address changes. It starts nothing. */
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

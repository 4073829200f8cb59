import { type ComponentType, useEffect, useState } from 'react'
import type { Deferred } from './deferred.ts'
import { loadCode } from './load-code.ts'
import { showPageFailure } from './page-failure.ts'

/** A part whose code a page needs now. */
interface NeededCode<Props> {
  readonly Component: ComponentType<Props> | undefined
  /** Whether its code could not be loaded. */
  readonly isAbsent: boolean
  readonly retry: () => void
}

/**
 * Loads the code of a part. With `isPage`, the page can't work without the part: after a failure, the page may reload, or shows the error
 * text.
 */
export const useCode = <Props>(part: Deferred<Props>, { isPage = false } = {}): NeededCode<Props> => {
  const [isAbsent, setAbsent] = useState(false)
  const Component = part.use()
  useEffect(() => {
    if (Component !== undefined || isAbsent) return undefined
    let isWanted = true
    loadCode(
      async () => part.load(),
      () => isPage && isWanted,
    ).catch(() => {
      if (!isWanted) return
      setAbsent(true)
      if (isPage) showPageFailure(true)
    })
    return () => {
      isWanted = false
    }
  }, [Component, isAbsent, part, isPage])
  return { Component, isAbsent, retry: () => setAbsent(false) }
}

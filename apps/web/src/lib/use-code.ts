import { type ComponentType, useCallback, useEffect, useState } from 'react'
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

/** Loads the code of a part while a page needs it. `isPage`: the page is nothing without it, so it may reload, and shows a sentence. */
export const useCode = <Props>(part: Deferred<Props>, { isNeeded = true, isPage = false } = {}): NeededCode<Props> => {
  const [isAbsent, setAbsent] = useState(false)
  const Component = part.use()
  const isMissing = isNeeded && Component === undefined
  useEffect(() => {
    if (!isMissing || isAbsent) return undefined
    let isWanted = true
    const load = async () => part.load()
    const loading = loadCode(load, () => isPage && isWanted)
    loading.catch(() => {
      if (!isWanted) return
      setAbsent(true)
      if (isPage) showPageFailure(true)
    })
    return () => {
      isWanted = false
    }
  }, [isMissing, isAbsent, part, isPage])
  const retry = useCallback(() => setAbsent(false), [])
  return { Component, isAbsent: isAbsent && Component === undefined, retry }
}

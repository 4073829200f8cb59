import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { Deferred } from './deferred.ts'
import { loadCode } from './load-code.ts'

/** A part whose code a page needs now. */
interface NeededCode<Props> {
  readonly Component: ComponentType<Props> | undefined
  /** Whether its code could not be loaded. */
  readonly isAbsent: boolean
  readonly retry: () => void
}

/** Loads the code of a part while a page needs it; `reload` allows one reload of the page for it. */
export const useCode = <Props>(part: Deferred<Props>, { isNeeded = true, reload = false } = {}): NeededCode<Props> => {
  const [isAbsent, setAbsent] = useState(false)
  const Component = part.use()
  const isMissing = isNeeded && Component === undefined
  useEffect(() => {
    if (!isMissing || isAbsent) return undefined
    let isWanted = true
    const load = async () => part.load()
    const loading = loadCode(load, () => reload && isWanted)
    loading.catch(() => isWanted && setAbsent(true))
    return () => {
      isWanted = false
    }
  }, [isMissing, isAbsent, part, reload])
  const retry = useCallback(() => setAbsent(false), [])
  return { Component, isAbsent: isAbsent && Component === undefined, retry }
}

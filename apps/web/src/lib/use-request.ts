import { useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

/** A request that someone makes by hand, one at a time. */
export interface RequestState {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Makes it; gives whether it succeeded. While one is on its way, another is not made. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Follows a request that someone makes by hand. */
export const useRequest = (onFailure?: (failure: Failure) => void): RequestState => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  // Two presses of a key may come before the next render.
  const going = useRef(false)
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (going.current) return false
    going.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const reason = failureOf(error)
      setFailure(reason)
      onFailure?.(reason)
      return false
    } finally {
      going.current = false
      setBusy(false)
    }
  }
  return { isBusy, failure, send }
}

import { useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

/** A request that the user starts, one at a time. */
export interface RequestState {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Sends the request; returns whether it succeeded. While a request is pending, no other is sent. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Sends a request when the user starts it, and returns its state. */
export const useRequest = (onFailure?: (failure: Failure) => void): RequestState => {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  // The ref prevents a second request if the user presses a key twice before the next render.
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

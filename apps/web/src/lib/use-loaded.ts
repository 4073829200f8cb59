import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

/** Loaded data. While it is loaded again, the previous data stays. */
export interface Loaded<Value> {
  readonly value: Value | undefined
  readonly isLoading: boolean
  readonly failure: Failure | undefined
  readonly reload: () => void
  /** Changes the shown data, for example after an action whose response has the new state. */
  readonly change: (edit: (value: Value) => Value) => void
}

interface State<Value> {
  readonly value?: Value
  readonly isLoading: boolean
  readonly failure?: Failure
}

/** Loads data when a page needs it, and again when its key changes; a late answer is ignored. */
export const useLoaded = <Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  onFailure?: (failure: Failure) => void,
): Loaded<Value> => {
  const [state, setState] = useState<State<Value>>({ isLoading: true })
  const [round, setRound] = useState(0)
  const latest = useRef({ load, onFailure })
  useEffect(() => {
    latest.current = { load, onFailure }
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const begin = async (): Promise<void> => {
      setState(({ value }) => ({ isLoading: true, ...(value === undefined ? {} : { value }) }))
      try {
        const value = await latest.current.load(signal)
        if (!signal.aborted) setState({ value, isLoading: false })
      } catch (error) {
        if (signal.aborted) return
        const failure = failureOf(error)
        setState(({ value }) => ({ isLoading: false, failure, ...(value === undefined ? {} : { value }) }))
        latest.current.onFailure?.(failure)
      }
    }
    void begin()
    return () => controller.abort()
    // Only the key decides what to load; the functions are looked up when they are needed.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [key, round])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  const change = useCallback(
    (edit: (value: Value) => Value) =>
      setState((now) => (now.value === undefined ? now : { ...now, value: edit(now.value) })),
    [],
  )
  return { value: state.value, isLoading: state.isLoading, failure: state.failure, reload, change }
}

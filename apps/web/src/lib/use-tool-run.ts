import { idle, type Refusal, reduceRun, type RunEvent, type RunState, type ToolRun } from '@netbox/core'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Outcome, Runner } from './perform-run.ts'
import type { RunOrder } from './run-order.ts'

type Action = RunEvent | { readonly type: 'ordered' | 'dropped' }

const reduce = (state: RunState, action: Action): RunState => {
  switch (action.type) {
    // The run counts as started from the click on, while the code of the simulation may still load.
    case 'ordered':
      return { ...idle, phase: 'running', isLoading: true }
    case 'dropped':
      return idle
    default:
      return reduceRun(state, action)
  }
}

interface Outcomes {
  readonly onSuccess: (run: ToolRun) => void
  /** Called after a run that was refused, failed or cancelled. */
  readonly onError: (error: Refusal, order: RunOrder) => void
  /** Called if the code that runs tools can't be loaded. */
  readonly onAbsent: () => void
}

/** Returns the functions that start and cancel runs, and the state of the current run. */
export const useToolRun = (runner: Runner, { onSuccess, onError, onAbsent }: Outcomes) => {
  const [state, dispatch] = useReducer<RunState, [Action]>(reduce, idle)
  const running = useRef<AbortController>(undefined)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(
    () => () => {
      const left = running.current
      running.current = undefined
      left?.abort()
    },
    [],
  )
  const perform = async (order: RunOrder, controller: AbortController): Promise<Outcome | undefined> => {
    let hasBegun = false
    const onEvent = (event: RunEvent) => {
      hasBegun = true
      if (running.current === controller) dispatch(event)
    }
    const { performRun } = await import('./perform-run.ts')
    const outcome = await performRun(runner, order, { signal: controller.signal, onEvent })
    if (running.current !== controller) return undefined
    // The run was refused before its start, so the page shows only the reason.
    if (!hasBegun) dispatch({ type: 'dropped' })
    return outcome
  }
  const start = async (order: RunOrder): Promise<void> => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    dispatch({ type: 'ordered' })
    try {
      const outcome = await perform(order, controller)
      if (outcome?.error !== undefined) onError(outcome.error, order)
      else if (outcome !== undefined) onSuccess(outcome.run)
    } catch {
      dispatch({ type: 'dropped' })
      onAbsent()
    } finally {
      if (running.current === controller) running.current = undefined
    }
  }
  return { state, start, cancel }
}

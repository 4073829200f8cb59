import {
  createToolbox,
  idle,
  type PlanId,
  type Refusal,
  reduceRun,
  type RunEvent,
  type RunState,
  type Tool,
  ToolError,
  type ToolRun,
} from '@netbox/core'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { localUsage } from '../../lib/local-usage.ts'
import type { RunOrder } from './run-order.ts'

type Action = RunEvent | { readonly type: 'ordered' } | { readonly type: 'refused'; readonly error: Refusal }

const reduce = (state: RunState<ToolRun>, action: Action): RunState<ToolRun> => {
  switch (action.type) {
    // From the click on: the code of a simulation may have to come first.
    case 'ordered':
      return { ...idle, phase: 'running', isLoading: true }
    case 'refused':
      return { ...idle, error: action.error }
    default:
      return reduceRun(state, action)
  }
}

interface Runner {
  readonly tool: Tool
  readonly plan: PlanId
  readonly subject: string
}

interface Outcomes {
  readonly onSuccess: (run: ToolRun) => void
  /** A run that was refused before it began, broke off, or was cancelled. */
  readonly onError: (error: Refusal) => void
}

const plain = ({ code, title, message }: Refusal): Refusal => ({ code, title, message })

/** Runs a tool in the rhythm of the home page and follows the run. */
export const useToolRun = ({ tool, plan, subject }: Runner, { onSuccess, onError }: Outcomes) => {
  const [state, dispatch] = useReducer<RunState<ToolRun>, [Action]>(reduce, idle)
  const running = useRef<AbortController>(undefined)
  useEffect(
    () => () => {
      const left = running.current
      running.current = undefined
      left?.abort()
    },
    [],
  )
  const cancel = useCallback(() => running.current?.abort(), [])
  const start = async ({ input, ...world }: RunOrder): Promise<void> => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    dispatch({ type: 'ordered' })
    let hasBegun = false
    const onEvent = (event: RunEvent) => {
      hasBegun = true
      if (running.current === controller) dispatch(event)
    }
    try {
      const box = createToolbox({ plan, subject, usage: localUsage, surface: 'home', pacing: 'home', latency: 'spec' })
      const run = await box.run(tool.id, input, { ...world, signal: controller.signal, onEvent })
      if (running.current === controller) onSuccess(run)
    } catch (error) {
      // A toolbox throws nothing else: what breaks inside of it comes as a failed run.
      if (!(error instanceof ToolError)) throw error
      if (!hasBegun) dispatch({ type: 'refused', error: plain(error) })
      if (running.current === controller) onError(plain(error))
    } finally {
      if (running.current === controller) running.current = undefined
    }
  }
  return { state, start, cancel }
}

import { idle, type Refusal, reduceRun, type RunEvent, type RunState, type ToolRun } from '@netbox/core'
import { useEffect } from 'react'
import type { Outcome, Runner } from './perform-run.ts'
import type { RunOrder } from '../../lib/run-order.ts'
import { withSeed } from '../../lib/visit.ts'
import { createStore } from '../../lib/store.ts'

/** The run of a tool on a surface. */
export interface HeldRun {
  readonly state: RunState
  readonly order: RunOrder
  /** Whether the page shows an earlier run again. Such a run is not counted. */
  readonly isRepeated: boolean
}

// By surface and tool. A run continues while other pages are shown, so its state outlives the page that started it.
const held = createStore<Readonly<Record<string, HeldRun | undefined>>>({})
const running = new Map<string, AbortController>()
const shown = new Set<string>()

const hold = (key: string, run: HeldRun | undefined): void => held.set({ ...held.get(), [key]: run })

/** Holds the run of a tool while the tool is on the page; afterwards, only a running one. */
const watch = (key: string) => {
  shown.add(key)
  return () => {
    shown.delete(key)
    if (!running.has(key)) hold(key, undefined)
  }
}

interface Outcomes {
  /** Called after a successful run, with whether its tool is still on the page. */
  readonly onSuccess: (run: ToolRun, isShown: boolean) => void
  /** Called after a run that was refused, failed or cancelled. */
  readonly onError: (error: Refusal, order: RunOrder) => void
  /** Called if the code that runs tools can't be loaded. */
  readonly onAbsent: () => void
}

/** Returns the functions that start, cancel and repeat runs, and the current run. */
export const useToolRun = (runner: Runner, { onSuccess, onError, onAbsent }: Outcomes) => {
  const key = `${runner.surface} ${runner.tool.id}`
  const current = held.use()[key]
  useEffect(() => watch(key), [key])
  const perform = async (
    order: RunOrder,
    controller: AbortController,
    show: (state: RunState) => void,
  ): Promise<Outcome | undefined> => {
    let state: RunState = idle
    const onEvent = (event: RunEvent) => {
      state = reduceRun(state, event)
      if (running.get(key) === controller) show(state)
    }
    const { performRun } = await import('./perform-run.ts')
    const outcome = await performRun(runner, order, { signal: controller.signal, onEvent })
    if (running.get(key) !== controller) return undefined
    // The run was refused before its start, so the page shows only the reason.
    if (state.phase === 'idle') show(idle)
    return outcome
  }
  const start = async (asked: RunOrder): Promise<void> => {
    const order = withSeed(asked)
    const show = (state: RunState) => hold(key, { state, order, isRepeated: false })
    const controller = new AbortController()
    running.get(key)?.abort()
    running.set(key, controller)
    // The run counts as started from the click on, while the code of the simulation may still load.
    show({ ...idle, phase: 'running', isLoading: true })
    try {
      const outcome = await perform(order, controller, show)
      if (outcome?.error !== undefined) onError(outcome.error, order)
      else if (outcome !== undefined) onSuccess(outcome.run, shown.has(key))
    } catch {
      show(idle)
      onAbsent()
    } finally {
      if (running.get(key) === controller) {
        running.delete(key)
        if (!shown.has(key)) hold(key, undefined)
      }
    }
  }
  /** Shows an earlier run again, unless the visitor starts another one in the meantime. */
  const repeat = async (order: RunOrder): Promise<void> => {
    const show = (state: RunState) =>
      shown.has(key) && !running.has(key) && hold(key, { state, order, isRepeated: true })
    try {
      const { repeatRun } = await import('./perform-run.ts')
      show(await repeatRun(runner, order))
    } catch {
      show(idle)
      onAbsent()
    }
  }
  return { current, state: current?.state ?? idle, start, repeat, cancel: () => running.get(key)?.abort() }
}

import { idle, reduceRun, type RunState } from '@netbox/core'
import { useRef, useState } from 'react'
import type { Controller, RunRequest, Outcome } from './controller.ts'

/** A run that the screens started. */
export interface CurrentRun {
  readonly state: RunState
  readonly start: (request: RunRequest, onDone: (outcome: Outcome) => void) => void
  /** Cancels the current run; its outcome is `cancelled`. */
  readonly cancel: () => void
}

/** Starts runs and reduces their events to the state that a screen draws. */
export const useRun = (controller: Pick<Controller, 'run' | 'signal'>): CurrentRun => {
  const [state, setState] = useState<RunState>(idle)
  const abortController = useRef<AbortController>(undefined)
  const run = async (request: RunRequest, onDone: (outcome: Outcome) => void): Promise<void> => {
    const own = new AbortController()
    abortController.current = own
    let latest: RunState = idle
    let next: NodeJS.Immediate | undefined
    setState(idle)
    const outcome = await controller.run(request, AbortSignal.any([own.signal, controller.signal]), (event) => {
      latest = reduceRun(latest, event)
      // Events come in bursts, so each burst is drawn once.
      next ??= setImmediate(() => {
        next = undefined
        setState(latest)
      })
    })
    clearImmediate(next)
    onDone(outcome)
  }
  return {
    state,
    start: (request, onDone) => void run(request, onDone),
    cancel: () => abortController.current?.abort(),
  }
}

import { idle, reduceRun, type RunState } from '@netbox/core'
import { useRef, useState } from 'react'
import type { Desk, Order, Outcome } from './desk.ts'

/** A run that the screens started. */
export interface Running {
  readonly state: RunState
  readonly start: (order: Order, onDone: (outcome: Outcome) => void) => void
  /** Cancels the run that goes on; its outcome says so. */
  readonly cancel: () => void
}

/** Starts runs and folds their events into what a screen shows of them. */
export const useRun = (desk: Pick<Desk, 'run' | 'signal'>): Running => {
  const [state, setState] = useState<RunState>(idle)
  const controller = useRef<AbortController>(undefined)
  const run = async (order: Order, onDone: (outcome: Outcome) => void): Promise<void> => {
    const own = new AbortController()
    controller.current = own
    let latest: RunState = idle
    let next: NodeJS.Immediate | undefined
    setState(idle)
    const outcome = await desk.run(order, AbortSignal.any([own.signal, desk.signal]), (event) => {
      latest = reduceRun(latest, event)
      // Events come in bursts, and a run without delay is one burst: what nobody could see is not drawn.
      next ??= setImmediate(() => {
        next = undefined
        setState(latest)
      })
    })
    clearImmediate(next)
    onDone(outcome)
  }
  return { state, start: (order, onDone) => void run(order, onDone), cancel: () => controller.current?.abort() }
}

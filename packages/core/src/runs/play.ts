import type { Clock, AbortSignalLike } from '../platform.ts'
import type { RunEvent } from './events.ts'
import type { Step } from './pacing.ts'

/** How a run is shown while it goes on. */
export interface Playing {
  readonly steps: readonly Step[]
  /** One line a step, the first at the start. */
  readonly lines: readonly string[]
  /** Whether the steps take their time or happen at once. */
  readonly slow: boolean
  readonly clock: Clock
  readonly signal: AbortSignalLike | undefined
  readonly emit: ((event: RunEvent) => void) | undefined
}

/** Plays the steps of a run: waits, progress and log lines. Rejects with the signal's reason as soon as it is aborted. */
export const play = async ({ steps, lines, slow, clock, signal, emit }: Playing): Promise<void> => {
  for (const [index, { wait, progress }] of steps.entries()) {
    if (slow) await clock.wait(wait, signal)
    const at = clock.now()
    emit?.({ type: 'progress', at, progress })
    // The lines are spread over the steps, so that a rhythm of sixteen steps tells the same story as one of four.
    const line = Math.floor(((index + 1) * (lines.length - 1)) / steps.length)
    const before = Math.floor((index * (lines.length - 1)) / steps.length)
    for (const text of lines.slice(before + 1, line + 1)) emit?.({ type: 'log', at, text, level: 'info' })
  }
}

import type { Clock, AbortSignalLike } from '../platform.ts'
import type { RunEvent } from './events.ts'
import type { Step } from './pacing.ts'

/** The steps of a run and how to emit them. */
export interface EmitStepsOptions {
  readonly steps: readonly Step[]
  /** The lines of the log. The caller emits the first one; the others are spread over the steps. */
  readonly lines: readonly string[]
  /** Whether to wait before each step. */
  readonly slow: boolean
  readonly clock: Clock
  readonly signal: AbortSignalLike | undefined
  readonly emit: ((event: RunEvent) => void) | undefined
}

/** Emits the steps of a run: waits, progress and log lines. Rejects with the signal's reason when the signal aborts. */
export const emitSteps = async ({ steps, lines, slow, clock, signal, emit }: EmitStepsOptions): Promise<void> => {
  for (const [index, { wait, progress }] of steps.entries()) {
    if (slow) await clock.wait(wait, signal)
    const at = clock.now()
    emit?.({ type: 'progress', at, progress })
    // The lines are spread over the steps, so that a run logs all its lines, whatever the number of steps.
    const line = Math.floor(((index + 1) * (lines.length - 1)) / steps.length)
    const before = Math.floor((index * (lines.length - 1)) / steps.length)
    for (const text of lines.slice(before + 1, line + 1)) emit?.({ type: 'log', at, text, level: 'info' })
  }
}

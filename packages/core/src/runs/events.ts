import type { Refusal } from '../errors/tool-error.ts'
import type { ToolRun } from './run.ts'

/**
 * The events of a run, in order: started, then logs and progress, then succeeded or failed. `at` is in epoch
 * milliseconds, `progress` per cent.
 */
export type RunEvent<Run extends ToolRun = ToolRun> =
  | {
      readonly type: 'started'
      readonly at: number
      readonly executionId: string
      readonly tool: string
      readonly input: string
    }
  | { readonly type: 'log'; readonly at: number; readonly text: string; readonly level: 'info' | 'error' }
  | { readonly type: 'progress'; readonly at: number; readonly progress: number }
  | { readonly type: 'succeeded'; readonly at: number; readonly run: Run }
  | { readonly type: 'failed'; readonly at: number; readonly error: Refusal }

/** One line of a run's log; `at` in epoch milliseconds. */
export interface LogLine {
  readonly at: number
  readonly text: string
  readonly level: 'info' | 'error'
}

/** The state of a run for a screen (spec §3, tool run state). */
export interface RunState<Run extends ToolRun = ToolRun> {
  readonly phase: 'idle' | 'running' | 'succeeded' | 'failed'
  readonly isLoading: boolean
  /** Per cent. */
  readonly progress: number
  readonly executionId: string | null
  readonly log: readonly LogLine[]
  readonly run: Run | null
  readonly error: Refusal | null
}

/** The state before the first run, and after a new input. */
export const idle: RunState<never> = {
  phase: 'idle',
  isLoading: false,
  progress: 0,
  executionId: null,
  log: [],
  run: null,
  error: null,
}

/**
 * Applies an event to the state and returns the new state. A started run clears the previous result and error. Pure.
 *
 * @example
 * const order = { executionId: 'exec_0', tool: 'mx-record', input: 'mail.example' }
 * const started = reduceRun(idle, { type: 'started', at: 0, ...order })
 * started.isLoading // => true
 * reduceRun(started, { type: 'progress', at: 300, progress: 40 }).progress // => 40
 */
export const reduceRun = <Run extends ToolRun>(state: RunState<Run>, event: RunEvent<Run>): RunState<Run> => {
  switch (event.type) {
    case 'started':
      return { ...idle, phase: 'running', isLoading: true, executionId: event.executionId }
    case 'log':
      return { ...state, log: [...state.log, { at: event.at, text: event.text, level: event.level }] }
    case 'progress':
      return { ...state, progress: event.progress }
    case 'succeeded':
      return { ...state, phase: 'succeeded', isLoading: false, progress: 100, run: event.run }
    case 'failed':
      return { ...state, phase: 'failed', isLoading: false, error: event.error }
  }
}

/**
 * Formats the time of a log line: `08:14:02.118`, UTC.
 *
 * @example
 * logTime(Date.parse('2026-11-20T08:14:02.118Z')) // => '08:14:02.118'
 */
export const logTime = (at: number): string => new Date(at).toISOString().slice(11, 23)

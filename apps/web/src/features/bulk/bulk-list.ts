import type { ToolId } from '@netbox/core'
import type { ChosenWorld } from '../../lib/run-order.ts'
import { createStore } from '../../lib/store.ts'
import type { Row } from './list-lines.ts'

/** A list whose lines are running or finished. */
export interface BulkList {
  readonly tool: ToolId
  /** The typed text. */
  readonly text: string
  readonly rows: readonly Row[]
  readonly isRunning: boolean
  /** Epoch ms. */
  readonly startedAt: number
  /** The common world of all lines. */
  readonly world: ChosenWorld & { readonly seed: string }
}

/** The latest list of this visit. It continues while other pages of the site are shown. */
export const bulkList = createStore<BulkList | undefined>(undefined)

let running: AbortController | undefined

/** Returns the signal of a new list, and ends the previous list. */
export const beginList = (): AbortSignal => {
  running?.abort()
  running = new AbortController()
  return running.signal
}

/** Returns whether the list with this signal is still the latest. */
export const isLastList = (signal: AbortSignal): boolean => running?.signal === signal

/** Ends the running list. Lines without a result stay 'not run', and are not counted. */
export const stopList = (): void => running?.abort()

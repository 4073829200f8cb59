import type { ToolId } from '@netbox/core'
import type { ChosenWorld } from '../../lib/run-order.ts'
import { createStore } from '../../lib/store.ts'
import type { Row } from './list-lines.ts'

/** A list whose lines run, or have run. */
export interface BulkList {
  readonly tool: ToolId
  /** The text that was typed. */
  readonly text: string
  readonly rows: readonly Row[]
  readonly isRunning: boolean
  /** Epoch ms. */
  readonly startedAt: number
  /** The world that all lines see. */
  readonly world: ChosenWorld & { readonly seed: string }
}

/** The last list of this visit: it continues while other pages of the site are shown. */
export const bulkList = createStore<BulkList | undefined>(undefined)

let running: AbortController | undefined

/** Makes the signal of a new list; the list before it ends. */
export const beginList = (): AbortSignal => {
  running?.abort()
  running = new AbortController()
  return running.signal
}

/** Returns whether no other list has taken the place of the one with this signal. */
export const isLastList = (signal: AbortSignal): boolean => running?.signal === signal

/** Ends the running list. Lines without a result stay 'not run', and cost nothing. */
export const stopList = (): void => running?.abort()

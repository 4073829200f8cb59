import type { MailCheck, MailStepId } from '@netbox/core'
import type { SharedWorld } from '../../components/run/read-world.ts'
import { createStore } from '../../lib/page/store.ts'

/** A mail check that is running or finished. */
export interface HeldCheck {
  readonly check: MailCheck
  readonly isRunning: boolean
  readonly world: SharedWorld
}

/** A step of an earlier check to run again. */
export interface Again {
  readonly check: MailCheck
  readonly step: MailStepId
}

/** The latest mail check of this visit. It continues while other pages of the site are shown. */
export const heldCheck = createStore<HeldCheck | undefined>(undefined)

let running: AbortController | undefined

/** Ends the running check. The steps that are done stay. */
export const stopCheck = (): void => running?.abort()

/** Ends the previous check, and returns the signal of a new one. */
export const beginCheck = (): { readonly signal: AbortSignal; readonly isLast: () => boolean } => {
  stopCheck()
  const controller = new AbortController()
  running = controller
  return { signal: controller.signal, isLast: () => running === controller }
}

import type { MailCheck, MailStepId } from '@netbox/core'
import type { SharedWorld } from '../../components/run/read-world.ts'
import { createStore } from '../../lib/page/store.ts'
import { createListRunner } from '../../lib/runs/list-runner.ts'

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

/** Runs one mail check at a time. After its end, the steps that are done stay. */
export const checks = createListRunner()

import type { ToolRun } from '@netbox/core'
import { toasts } from '@netbox/product'
import { writeAddress } from '../../components/run/write-address.ts'
import { runPath, runState } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { keepRun } from '../../lib/unsaved-runs.ts'

/** Saves a successful run in this browser, for the account's history, and in the address. Shows a toast. */
export const runEnded = (run: ToolRun, subject: string): void => {
  keepRun(run, subject)
  writeAddress(runPath(run), runState(run))
  toast('pass', toasts.analysisComplete)
}

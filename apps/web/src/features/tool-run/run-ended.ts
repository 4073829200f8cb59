import type { ToolRun } from '@netbox/core'
import { toasts } from '@netbox/product'
import { writeAddress } from '../../components/run/write-address.ts'
import { rememberRun } from '../../lib/recent-runs.ts'
import { runPath, runState } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'

/** Keeps a run that has succeeded among the recent ones and in the address, and says so. */
export const runEnded = (run: ToolRun, subject: string): void => {
  rememberRun(run, subject)
  writeAddress(runPath(run), runState(run))
  toast('pass', toasts.analysisComplete)
}

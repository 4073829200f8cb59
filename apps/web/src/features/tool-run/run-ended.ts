import type { ToolRun } from '@netbox/core'
import { toasts } from '@netbox/product'
import { rememberRun } from '../../lib/recent-runs.ts'
import { toast } from '../../lib/toasts.ts'

/** Keeps a run that has succeeded among the recent ones, and says so. */
export const runEnded = (run: ToolRun, subject: string): void => {
  rememberRun(run, subject)
  toast('pass', toasts.analysisComplete)
}

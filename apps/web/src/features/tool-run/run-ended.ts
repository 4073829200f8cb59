import { type ToolRun, toasts } from '@netbox/core'
import { rememberRun } from '../../lib/recent-runs.ts'
import { toast } from '../../lib/toasts.ts'

/** Keeps a run that has succeeded among the recent ones, and says so. */
export const runEnded = (run: ToolRun, subject: string): void => {
  rememberRun(run, subject)
  toast('pass', toasts.analysisComplete)
}

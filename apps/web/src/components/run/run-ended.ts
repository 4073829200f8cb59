import { findTool, type ToolRun } from '@netbox/core'
import { type Notice, toolSucceeded } from '@netbox/product'
import { navigate } from 'wouter/use-browser-location'
import { runState } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { keepRun } from '../../lib/unsaved-runs.ts'
import { runTexts } from '../../texts/run-stages.ts'

// Mail programs truncate longer addresses, and servers refuse them, so the input of such a run stays only in the form.
const LONGEST = 8000

/** Replaces the address of the page with the address of a run, so that a reload and the browser's history lead to the run. */
const writeAddress = (path: string, state: unknown): void => {
  const isHere = new URL(path, location.href).pathname === location.pathname
  if (isHere && path.length <= LONGEST) navigate(path, { replace: true, state })
}

interface EndedRun {
  readonly subject: string
  /** The address of the run. */
  readonly path: string
  /** The toast if the page still shows the tool. */
  readonly notice: Notice
  readonly isShown: boolean
}

/**
 * Saves a successful run in this browser and for the account's history. If the page still shows the tool, the address becomes the address
 * of the run; otherwise, a toast leads there.
 */
export const runEnded = (run: ToolRun, { subject, path, notice, isShown }: EndedRun): void => {
  keepRun(run, subject)
  const state = runState(run)
  if (isShown) {
    writeAddress(path, state)
    toast('pass', notice)
  } else {
    const name = findTool(run.tool)?.name ?? run.tool
    toast('pass', toolSucceeded(name), { label: runTexts.showReport, run: () => navigate(path, { state }) })
  }
}

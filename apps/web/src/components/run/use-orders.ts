import {
  type Access,
  checkAccess,
  dailyLimitReached,
  findTool,
  type Refusal,
  type ToolRun,
  type Usage,
} from '@netbox/core'
import { labels, type Notice, toolSucceeded } from '@netbox/product'
import { navigate } from 'wouter/use-browser-location'
import type { Runner } from './perform-run.ts'
import type { RunOrder } from '../../lib/run-order.ts'
import { runState } from '../../lib/run-links.ts'
import { toast } from '../../lib/toasts.ts'
import { keepRun } from '../../lib/own-runs.ts'
import { useToolRun } from './use-tool-run.ts'
import { runTexts } from '../../texts/run-stages.ts'
import { notLoaded, type Problem, problemOf, severityOf } from './problem.tsx'

// Mail programs truncate longer addresses, and servers refuse them, so the input of such a run stays only in the form.
const LONGEST = 8000

/** Replaces the address of the page with the address of a run, so that a reload and the browser's history lead to the run. */
const writeAddress = (path: string, state: unknown): void => {
  const isHere = new URL(path, location.href).pathname === location.pathname
  if (isHere && path.length <= LONGEST) navigate(path, { replace: true, state })
}

interface Orders {
  readonly runner: Runner
  readonly signedIn: boolean
  readonly usage: Usage
  /** Whether the security check is passed; absent on surfaces without one. */
  readonly captcha?: boolean
  /** The toast after a successful run. */
  readonly notice: Notice
  /** Returns the address of a run on this page. */
  readonly pathOf: (run: ToolRun) => string
  readonly setProblem: (problem: Problem | undefined) => void
}

/**
 * Runs a tool on a surface: checks with core whether the run may start, follows the run, and shows its outcome. A successful run is saved in
 * this browser and for the account's history. If the page still shows the tool, the address becomes the address of the run; otherwise, a
 * toast leads there.
 */
export const useOrders = ({ runner, signedIn, usage, captcha, notice, pathOf, setProblem }: Orders) => {
  const { tool, plan, subject, surface } = runner
  const request = { tool, plan, signedIn, surface }
  const isVerified = captcha === undefined ? {} : { captcha }
  const refuse = (error: Refusal, asked: RunOrder) => {
    const again = error.code === 'failed' ? { label: labels.retry, run: () => order(asked) } : undefined
    setProblem(problemOf(error, { tool, input: asked.input }))
    toast(severityOf(error), error, again)
  }
  const succeed = (run: ToolRun, isShown: boolean) => {
    keepRun(run, subject)
    const [path, state] = [pathOf(run), runState(run)]
    if (isShown) {
      writeAddress(path, state)
      toast('pass', notice)
    } else {
      const name = findTool(run.tool)?.name ?? run.tool
      toast('pass', toolSucceeded(name), { label: runTexts.showReport, run: () => navigate(path, { state }) })
    }
  }
  const { current, state, start, repeat, cancel } = useToolRun(runner, {
    onSuccess: succeed,
    onError: refuse,
    onAbsent: () => setProblem(notLoaded),
  })
  const order = (asked: RunOrder): void => {
    if (state.isLoading) return
    const access = checkAccess({ ...request, ...isVerified, input: asked.input })
    if (!access.allowed) return refuse(access, asked)
    setProblem(undefined)
    void start(asked)
  }
  const ofPlan = checkAccess(request)
  const isUsedUp = usage.dailyLimit > 0 && usage.remaining === 0
  /** The decision whether the user may run the tool now, apart from the security check. */
  const access: Access =
    ofPlan.allowed && isUsedUp ? { allowed: false, ...dailyLimitReached(tool.name, plan, usage.dailyLimit) } : ofPlan
  return {
    current,
    state,
    repeat,
    cancel,
    order,
    access,
    canRun: access.allowed && captcha !== false,
  }
}

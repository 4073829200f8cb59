import { checkAccess, type PlanId, type Refusal, type Tool, type ToolDefinition, type ToolRun } from '@netbox/core'
import { labels, toolSucceeded } from '@netbox/product'
import { useState } from 'react'
import { notLoaded, type Problem, problemOf, severityOf } from '../../components/run/problem.ts'
import { useLocalUsage } from '../../lib/local-usage.ts'
import type { RunOrder } from '../../lib/run-order.ts'
import { toast } from '../../lib/toasts.ts'
import { keepRun } from '../../lib/unsaved-runs.ts'
import { useToolRun } from '../../lib/use-tool-run.ts'
import { useViewer } from '../../lib/viewer.ts'

const useRunner = (tool: Tool & ToolDefinition) => {
  const viewer = useViewer()
  const plan: PlanId = viewer?.user.plan ?? 'free'
  const subject = viewer?.user.id ?? ''
  return {
    runner: { tool, plan, subject, surface: 'dashboard' },
    usage: useLocalUsage(tool, plan, subject),
    isReadOnly: viewer?.actor !== undefined,
  } as const
}

/**
 * Runs a tool in the dashboard: checks with core whether the run may start, follows the run, and shows its outcome. The run takes place in
 * this browser, which counts it for the user.
 */
export const usePanelRun = (
  tool: Tool & ToolDefinition,
  setProblem: (problem: Problem | undefined) => void,
  onRun: (run: ToolRun) => void,
) => {
  const { runner, usage, isReadOnly } = useRunner(tool)
  const [last, setLast] = useState<RunOrder>()
  const asked = { tool, plan: runner.plan, signedIn: true, surface: 'dashboard' } as const
  const refuse = (error: Refusal, refused: RunOrder) => {
    const again = error.code === 'failed' ? { label: labels.retry, run: () => void order(refused) } : undefined
    setProblem(problemOf(error, { tool, input: refused.input }))
    toast(severityOf(error), error, again)
  }
  const { state, start, cancel } = useToolRun(runner, {
    onSuccess: (run) => {
      keepRun(run, runner.subject)
      onRun(run)
      toast('pass', toolSucceeded(tool.name))
    },
    onError: refuse,
    onAbsent: () => setProblem(notLoaded),
  })
  /** Returns whether the run could start. */
  const order = (wanted: RunOrder): boolean => {
    if (state.isLoading || isReadOnly) return false
    const access = checkAccess({ ...asked, input: wanted.input })
    if (!access.allowed) {
      refuse(access, wanted)
      return false
    }
    setProblem(undefined)
    setLast(wanted)
    void start(wanted)
    return true
  }
  return {
    state,
    cancel,
    order,
    retry: () => last !== undefined && order(last),
    usage,
    isReadOnly,
    access: checkAccess(asked),
  }
}

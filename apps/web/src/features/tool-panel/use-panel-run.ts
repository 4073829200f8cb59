import { checkAccess, type PlanId, type Refusal, type Tool, type ToolDefinition, type ToolRun } from '@netbox/core'
import { labels, toolSucceeded } from '@netbox/product'
import { notLoaded, type Problem, problemOf, severityOf } from '../../components/run/problem.ts'
import { runEnded } from '../../components/run/run-ended.ts'
import { useLocalUsage } from '../../lib/local-usage.ts'
import type { RunOrder } from '../../lib/run-order.ts'
import { toast } from '../../lib/toasts.ts'
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
  pathOf: (run: ToolRun) => string,
) => {
  const { runner, usage, isReadOnly } = useRunner(tool)
  const asked = { tool, plan: runner.plan, signedIn: true, surface: 'dashboard' } as const
  const refuse = (error: Refusal, refused: RunOrder) => {
    const again = error.code === 'failed' ? { label: labels.retry, run: () => order(refused) } : undefined
    setProblem(problemOf(error, { tool, input: refused.input }))
    toast(severityOf(error), error, again)
  }
  const { current, state, start, repeat, cancel } = useToolRun(runner, {
    onSuccess: (run, isShown) =>
      runEnded(run, { subject: runner.subject, path: pathOf(run), notice: toolSucceeded(tool.name), isShown }),
    onError: refuse,
    onAbsent: () => setProblem(notLoaded),
  })
  const order = (wanted: RunOrder): void => {
    if (state.isLoading || isReadOnly) return
    const access = checkAccess({ ...asked, input: wanted.input })
    if (!access.allowed) return refuse(access, wanted)
    setProblem(undefined)
    void start(wanted)
  }
  return {
    current,
    state,
    repeat,
    cancel,
    order,
    usage,
    isReadOnly,
    access: checkAccess(asked),
  }
}

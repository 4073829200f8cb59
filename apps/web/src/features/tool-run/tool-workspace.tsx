import { checkAccess, type Refusal, type Tool } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { type ReactNode, useEffect, useState } from 'react'
import { notLoaded, type Problem, problemOf, severityOf } from '../../components/run/problem.ts'
import { LaterStages, type StagesProps } from '../../components/run/later-stages.tsx'
import { Trace } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { toast } from '../../lib/toasts.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useCaptcha } from './captcha-state.ts'
import type { RunOrder } from '../../lib/run-order.ts'
import { runPath } from '../../lib/share-link.ts'
import { useInput, useShortcuts } from './use-input.ts'
import { useLink } from '../../components/run/use-link.ts'
import { useToolRun } from '../../lib/use-tool-run.ts'
import { useVisitor } from '../../lib/use-visitor.ts'
import { useWorld } from '../../lib/visit.ts'

// The code for runs loads with the first run, or just before it.
const stages = deferred<StagesProps>('src/features/tool-run/run-stages.tsx', async () =>
  import('./run-stages.tsx').then(({ RunStages }) => RunStages),
)

const warmUp = (): void => {
  stages.load().catch(() => undefined)
  import('../../lib/perform-run.ts').catch(() => undefined)
  import('../../components/run/run-ended.ts').catch(() => undefined)
}

/** Checks with core whether a run may start, starts it, and shows its outcome. */
const useOrders = (tool: Tool, setProblem: (problem: Problem | undefined) => void) => {
  const { usage, ...visitor } = useVisitor(tool)
  const isVerified = useCaptcha() === 'verified'
  const request = {
    tool,
    plan: visitor.plan,
    signedIn: visitor.signedIn,
    surface: 'home',
    captcha: isVerified,
  } as const
  const refuse = (error: Refusal, asked: RunOrder) => {
    const again = error.code === 'failed' ? { label: labels.retry, run: () => order(asked) } : undefined
    setProblem(problemOf(error, { tool, input: asked.input }))
    toast(severityOf(error), error, again)
  }
  const { current, state, start, repeat, cancel } = useToolRun(
    { tool, ...visitor, surface: 'home' },
    {
      onSuccess: (run, isShown) => {
        const ended = { subject: visitor.subject, path: runPath(run), notice: toasts.analysisComplete, isShown }
        // A failure here is not shown, because the report is complete without this step.
        import('../../components/run/run-ended.ts').then(({ runEnded }) => runEnded(run, ended)).catch(() => undefined)
      },
      onError: refuse,
      onAbsent: () => setProblem(notLoaded),
    },
  )
  const order = (asked: RunOrder) => {
    const access = checkAccess({ ...request, input: asked.input })
    if (!access.allowed) return refuse(access, asked)
    setProblem(undefined)
    void start(asked)
  }
  return {
    current,
    state,
    repeat,
    cancel,
    order: (asked: RunOrder) => (state.isLoading ? undefined : order(asked)),
    isVerified,
    isPaid: visitor.plan !== 'free',
    isSignedIn: visitor.signedIn,
    left: toolRunTexts.left(usage),
    access: checkAccess({ ...request, captcha: true }),
    canRun: !state.isLoading && checkAccess(request).allowed,
  }
}

const Workspace = ({ tool }: { readonly tool: Tool }) => {
  const { input, setText } = useInput(tool)
  const [problem, setProblem] = useState<Problem>()
  const world = useWorld()
  const { current, state, repeat, cancel, order, isVerified, ...asking } = useOrders(tool, setProblem)
  const isToCome = useLink({ current, setText, setProblem, repeat })
  useShortcuts(input, state.isLoading ? cancel : undefined)
  useEffect(() => {
    if (isVerified) warmUp()
  }, [isVerified])
  return (
    <Trace>
      <AskSheet
        tool={tool}
        state={state}
        {...asking}
        problem={problem}
        input={input}
        onAbsent={() => setProblem(notLoaded)}
        onRun={() => order({ ...world, input: input.current?.value ?? '' })}
        onInput={() => setProblem(undefined)}
      />
      <LaterStages
        part={stages}
        current={current}
        isToCome={isToCome}
        order={order}
        cancel={cancel}
        onAbsent={() => setProblem(notLoaded)}
      />
    </Trace>
  )
}

interface ToolWorkspaceProps {
  readonly tool: Tool
  /** The content below the stages. */
  readonly children?: ReactNode
}

/** A chosen tool: its input, its run and its report. Each tool has its own state. */
export const ToolWorkspace = ({ tool, children }: ToolWorkspaceProps) => (
  <div className="wrap">
    <Workspace key={tool.id} tool={tool} />
    {children}
  </div>
)

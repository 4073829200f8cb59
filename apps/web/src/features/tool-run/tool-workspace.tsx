import { checkAccess, type Refusal, type Tool } from '@netbox/core'
import { labels } from '@netbox/product'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { linkProblem, notLoaded, type Problem, problemOf, severityOf } from '../../components/run/problem.ts'
import { Trace } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { toast } from '../../lib/toasts.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useCaptcha } from './captcha-state.ts'
import { chooseLinked, chosenWorld } from '../../lib/chosen-world.ts'
import { type RunOrder, sameAgain } from '../../lib/run-order.ts'
import type { RunStagesProps } from './run-stages.tsx'
import { useInput, useShortcuts } from './use-input.ts'
import { useLink } from '../../components/run/use-link.ts'
import { useToolRun } from '../../lib/use-tool-run.ts'
import { useVisitor } from '../../lib/use-visitor.ts'

// The code for runs loads with the first run, or just before it.
const stages = deferred<RunStagesProps>('src/features/tool-run/run-stages.tsx', async () =>
  import('./run-stages.tsx').then(({ RunStages }) => RunStages),
)

const warmUp = (): void => {
  stages.load().catch(() => undefined)
  import('../../lib/perform-run.ts').catch(() => undefined)
  import('./run-ended.ts').catch(() => undefined)
}

/** Keeps the state of the form, except the text of the input, which `useInput` keeps. */
const useForm = (tool: Tool) => {
  const { input, setText } = useInput(tool)
  const [problem, setProblem] = useState<Problem>()
  useLink(
    ({ input: text, problems, remark, ...world }) => {
      if (text !== undefined) setText(text)
      chooseLinked(world)
      setProblem(linkProblem(problems, remark))
    },
    () => setProblem(notLoaded),
  )
  return { input, problem, setProblem }
}

/** Checks with core whether a run may start, starts it, and shows its outcome. */
const useOrders = (tool: Tool, setProblem: (problem: Problem | undefined) => void) => {
  const { usage, ...visitor } = useVisitor(tool)
  const isVerified = useCaptcha() === 'verified'
  const [last, setLast] = useState<RunOrder>()
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
  const { state, start, cancel } = useToolRun(
    { tool, ...visitor, surface: 'home' },
    {
      onSuccess: (run) => {
        // A failure here is not shown, because the report is complete without this step.
        import('./run-ended.ts').then(({ runEnded }) => runEnded(run, visitor.subject)).catch(() => undefined)
      },
      onError: refuse,
      onAbsent: () => setProblem(notLoaded),
    },
  )
  const order = (asked: RunOrder) => {
    const access = checkAccess({ ...request, input: asked.input })
    if (!access.allowed) return refuse(access, asked)
    setProblem(undefined)
    setLast(asked)
    stages.load().catch(() => setProblem(notLoaded))
    void start(asked)
  }
  return {
    state,
    cancel,
    order: (asked: RunOrder) => (state.isLoading ? undefined : order(asked)),
    retry: () => last !== undefined && order(last),
    isVerified,
    isPaid: visitor.plan !== 'free',
    isSignedIn: visitor.signedIn,
    left: toolRunTexts.left(usage),
    access: checkAccess({ ...request, captcha: true }),
    canRun: !state.isLoading && checkAccess(request).allowed,
  }
}

const Workspace = ({ tool }: { readonly tool: Tool }) => {
  const { input, problem, setProblem } = useForm(tool)
  const world = chosenWorld.use()
  const { state, cancel, order, retry, isVerified, ...asking } = useOrders(tool, setProblem)
  const Stages = stages.use()
  useShortcuts(input, state.isLoading ? cancel : undefined)
  useEffect(() => {
    if (isVerified) warmUp()
  }, [isVerified])
  const runWithNewSeed = () => {
    const fresh = { ...world, seed: undefined }
    chosenWorld.set(fresh)
    if (state.run !== null) order({ ...fresh, input: state.run.input })
  }
  return (
    <Trace>
      <AskSheet
        tool={tool}
        state={state}
        {...asking}
        problem={problem}
        input={input}
        world={world}
        onWorld={(chosen) => chosenWorld.set(chosen)}
        onAbsent={() => setProblem(notLoaded)}
        onRun={() => order({ ...world, input: input.current?.value ?? '' })}
        onInput={() => setProblem(undefined)}
      />
      {state.phase === 'idle' || Stages === undefined
        ? null
        : createElement(Stages, {
            state,
            onStop: cancel,
            onRetry: retry,
            onAgain: () => state.run !== null && order(sameAgain(state.run)),
            onNewSeed: runWithNewSeed,
          })}
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

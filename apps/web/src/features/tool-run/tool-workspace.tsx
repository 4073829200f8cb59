import { checkAccess, type Refusal, type Tool, toasts, type ToolRun } from '@netbox/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { Trace } from '../../components/trace/trace.tsx'
import { ANONYMOUS, useLocalUsage } from '../../lib/local-usage.ts'
import { rememberRun } from '../../lib/recent-runs.ts'
import { useSession } from '../../lib/session.ts'
import { readShareLink } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useCaptcha } from './captcha-state.ts'
import { OutcomeStage, reportStage } from './outcome-stage.tsx'
import { linkProblem, type Problem, problemOf } from './refusal.tsx'
import { anyWorld, type ChosenWorld, type RunOrder, sameAgain } from './run-order.ts'
import { RunStage } from './run-stage.tsx'
import { useInput } from './use-input.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useToolRun } from './use-tool-run.ts'

interface WorkspaceProps {
  readonly tool: Tool
  /** What stands below the panel: the recent runs. */
  readonly children?: ReactNode
}

const severityOf = ({ code }: Refusal) =>
  code === 'failed' ? ('critical' as const) : code === 'aborted' ? ('info' as const) : ('warning' as const)

/** Who asks, and what they may. */
const useVisitor = (tool: Tool) => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  return { plan, subject, signedIn: user !== undefined, usage: useLocalUsage(tool, plan, subject) }
}

const Workspace = ({ tool, children }: WorkspaceProps) => {
  const { plan, subject, signedIn, usage } = useVisitor(tool)
  const isVerified = useCaptcha() === 'verified'
  const input = useInput(tool)
  const [world, setWorld] = useState<ChosenWorld>(anyWorld)
  const [problem, setProblem] = useState<Problem>()
  const [ordered, setOrdered] = useState<RunOrder>()
  const [isReportAbsent, setReportAbsent] = useState(false)
  const search = useSearch()

  useEffect(() => {
    // The address itself: the router has undone a part of its escapes.
    const link = readShareLink(search === '' ? '' : location.search)
    if (link === undefined) return
    if (link.input !== undefined && input.current !== null) input.current.value = link.input
    setWorld({ ...anyWorld, ...link })
    setProblem(linkProblem(link.problems))
  }, [search, input])

  const refuse = (error: Refusal, retry?: () => void) => {
    setProblem(problemOf(error))
    const action = error.code === 'failed' && retry !== undefined ? { label: 'Retry', run: retry } : undefined
    toast(severityOf(error), error, action)
  }
  const { state, start, cancel } = useToolRun(
    { tool, plan, subject },
    {
      onSuccess: (run: ToolRun) => {
        rememberRun(run)
        toast('pass', toasts.analysisComplete)
      },
      onError: (error) => refuse(error),
    },
  )
  const loadReport = () => {
    setReportAbsent(false)
    reportStage.load().catch(() => setReportAbsent(true))
  }
  const request = { tool, plan, surface: 'home', signedIn, captcha: isVerified } as const
  const order = (asked: RunOrder) => {
    if (state.isLoading) return
    const access = checkAccess({ ...request, input: asked.input })
    if (!access.allowed) return refuse(access)
    setProblem(undefined)
    setOrdered(asked)
    loadReport()
    void start(asked)
  }
  const retry = () => {
    if (state.phase === 'succeeded') loadReport()
    else if (ordered !== undefined) order(ordered)
  }
  useShortcuts(input, state.isLoading ? cancel : undefined)
  return (
    <div className="wrap">
      <Trace>
        <AskSheet
          tool={tool}
          state={state}
          left={toolRunTexts.left(usage, plan)}
          access={checkAccess({ ...request, captcha: true })}
          canRun={!state.isLoading && checkAccess(request).allowed}
          isPaid={plan !== 'free'}
          problem={problem}
          input={input}
          world={world}
          onWorld={setWorld}
          onRun={() => order({ ...world, input: input.current?.value ?? '' })}
          onInput={() => problem !== undefined && setProblem(undefined)}
        >
          {children}
        </AskSheet>
        {state.phase === 'idle' ? null : <RunStage state={state} onStop={cancel} />}
        {state.phase === 'idle' ? null : (
          <OutcomeStage
            state={state}
            isReportAbsent={isReportAbsent}
            onRetry={retry}
            onAgain={() => state.run !== null && order(sameAgain(state.run))}
            onNewSeed={() => {
              setWorld({ ...world, seed: undefined })
              if (state.run !== null) order({ ...world, seed: undefined, input: state.run.input })
            }}
          />
        )}
      </Trace>
    </div>
  )
}

/** The place of a chosen tool: ask, run, report. Every tool begins anew. */
export const ToolWorkspace = (props: WorkspaceProps) => <Workspace key={props.tool.id} {...props} />

import type { Tool, ToolDefinition, ToolRun } from '@netbox/core'
import { createElement, useState } from 'react'
import { linkProblem, notLoaded, type Problem } from '../../components/run/problem.ts'
import { useLink } from '../../components/run/use-link.ts'
import { writeAddress } from '../../components/run/write-address.ts'
import { Trace } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { chooseLinked, chosenWorld } from '../../lib/chosen-world.ts'
import { type RunOrder, sameAgain } from '../../lib/run-order.ts'
import { runState } from '../../lib/share-link.ts'
import { AskPanel, type PanelTitle } from './ask-panel.tsx'
import type { PanelStagesProps } from './panel-stages.tsx'
import { usePanelRun } from './use-panel-run.ts'

// The code for runs loads with the first run.
const stages = deferred<PanelStagesProps>('src/features/tool-panel/panel-stages.tsx', async () =>
  import('./panel-stages.tsx').then(({ PanelStages }) => PanelStages),
)

interface ToolPanelProps {
  readonly tool: Tool & ToolDefinition
  readonly title: PanelTitle
  /** Returns the address of a run on this page. */
  readonly pathOf: (run: ToolRun) => string
}

/** Keeps the values of the form, which the address may fill in. */
const useForm = () => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem>()
  useLink(
    ({ input, problems, remark, ...world }) => {
      if (input !== undefined) setText(input)
      chooseLinked(world)
      setProblem(linkProblem(problems, remark))
    },
    () => setProblem(notLoaded),
  )
  return { text, setText, problem, setProblem }
}

/** A tool in the dashboard: its input, its run and its report. */
export const ToolPanel = ({ tool, title, pathOf }: ToolPanelProps) => {
  const { text, setText, problem, setProblem } = useForm()
  const world = chosenWorld.use()
  const { state, order, retry, cancel, ...asking } = usePanelRun(tool, setProblem, (run) =>
    writeAddress(pathOf(run), runState(run)),
  )
  const Stages = stages.use()
  const begin = (asked: RunOrder) => {
    if (order(asked)) stages.load().catch(() => setProblem(notLoaded))
  }
  const withNewSeed = ({ input }: ToolRun) => {
    const fresh = { ...world, seed: undefined }
    chosenWorld.set(fresh)
    begin({ ...fresh, input })
  }
  const { run } = state
  return (
    <Trace>
      <AskPanel
        tool={tool}
        title={title}
        state={state}
        text={text}
        world={world}
        problem={problem}
        {...asking}
        onText={(typed) => {
          setText(typed)
          setProblem(undefined)
        }}
        onWorld={(chosen) => chosenWorld.set(chosen)}
        onAbsent={() => setProblem(notLoaded)}
        onRun={() => begin({ ...world, input: text })}
      />
      {state.phase === 'idle' || Stages === undefined
        ? null
        : createElement(Stages, {
            state,
            onStop: cancel,
            onRetry: retry,
            onAgain: () => run !== null && begin(sameAgain(run)),
            onNewSeed: () => run !== null && withNewSeed(run),
          })}
    </Trace>
  )
}

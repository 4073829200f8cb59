import type { Tool, ToolDefinition, ToolRun } from '@netbox/core'
import { useState } from 'react'
import { notLoaded, type Problem } from '../../components/run/problem.ts'
import { useLink } from '../../components/run/use-link.ts'
import { LaterStages, type StagesProps } from '../../components/run/later-stages.tsx'
import { Trace } from '../../components/trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useWorld } from '../../lib/visit.ts'
import { AskPanel, type PanelTitle } from './ask-panel.tsx'
import { usePanelRun } from './use-panel-run.ts'

// The code for runs loads with the first run.
const stages = deferred<StagesProps>('src/features/tool-panel/panel-stages.tsx', async () =>
  import('./panel-stages.tsx').then(({ PanelStages }) => PanelStages),
)

interface ToolPanelProps {
  readonly tool: Tool & ToolDefinition
  readonly title: PanelTitle
  /** Returns the address of a run on this page. */
  readonly pathOf: (run: ToolRun) => string
}

/** A tool in the dashboard: its input, its run and its report. */
export const ToolPanel = ({ tool, title, pathOf }: ToolPanelProps) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const world = useWorld()
  const { current, state, repeat, order, cancel, ...asking } = usePanelRun(tool, setProblem, pathOf)
  const isToCome = useLink({ current, setText, setProblem, repeat })
  return (
    <Trace>
      <AskPanel
        tool={tool}
        title={title}
        state={state}
        text={text}
        problem={problem}
        {...asking}
        onText={(typed) => {
          setText(typed)
          setProblem(undefined)
        }}
        onAbsent={() => setProblem(notLoaded)}
        onRun={() => order({ ...world, input: text })}
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

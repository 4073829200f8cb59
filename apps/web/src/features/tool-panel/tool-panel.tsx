import { badges, type Tool, type ToolDefinition, type ToolId, type ToolRun } from '@netbox/core'
import { labels, toolSucceeded } from '@netbox/product'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { SimulatedMark, Chip } from '../../components/ui/chips.tsx'
import { type Problem, ProblemLines } from '../../components/run/problem.tsx'
import { LaterStages } from '../../components/run/stages.tsx'
import {
  AccessNotice,
  PanelNote,
  ToolForm,
  UpgradeLink,
  useTypedText,
  WorldLine,
} from '../../components/run/tool-form.tsx'
import { useLink } from '../../components/run/use-link.ts'
import { useOrders } from '../../components/run/use-orders.ts'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useLocalUsage } from '../../lib/runs/local-usage.ts'
import type { RunOrder } from '../../lib/world/world.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { useServices } from '../../lib/session/services.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { PanelStages } from './panel-stages.tsx'

interface ToolFeaturesProps {
  readonly tool: Pick<Tool, 'features'>
  readonly most: number
}

/** Lists the checks of a tool. */
export const ToolFeatures = ({ tool, most }: ToolFeaturesProps) => (
  <ul className="mt-3.5 flex flex-wrap items-center gap-1.5" aria-label={toolPanelTexts.features}>
    {tool.features.slice(0, most).map((feature) => (
      <li key={feature}>
        <Chip>{feature}</Chip>
      </li>
    ))}
  </ul>
)

/** Marks a tool that only paid plans include. */
export const ProMark = ({ tool }: { readonly tool: Pick<Tool, 'free'> }) =>
  tool.free ? null : <Chip variant="solid">{badges.pro}</Chip>

const { simulatedValidation, realValidation, simulatedMigration, realMigration } = toolPanelTexts

const real: Readonly<Partial<Record<ToolId, { readonly says: string; readonly link: string; readonly href: string }>>> =
  {
    'email-validation': { says: simulatedValidation, link: realValidation, href: '/email-validation' },
    'email-migration': { says: simulatedMigration, link: realMigration, href: '/email-migration' },
  }

/** A link to the real counterpart of a tool, if this service has it. */
const RealLink = ({ tool, link, href }: { readonly tool: ToolId; readonly link: string; readonly href: string }) => {
  const { verification } = useServices()
  return tool === 'email-validation' && verification !== 'real' ? null : <Link href={href}>{link}</Link>
}

/** Says that a tool is simulated, and links to its real counterpart. */
const RealTool = ({ tool }: { readonly tool: ToolId }) => {
  const other = real[tool]
  if (other === undefined) return null
  return (
    <p className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ui text-ink-2">
      <SimulatedMark />
      <span>{other.says}</span>
      <RealLink tool={tool} link={other.link} href={other.href} />
    </p>
  )
}

interface ToolPanelProps {
  readonly tool: Tool & ToolDefinition
  /** The heading of the panel: the tool's name, or its input if the name is already the page's heading. */
  readonly title: 'h2' | 'input'
  /** Returns the address of a run on this page. */
  readonly pathOf: (run: ToolRun) => string
}

/** A tool in the dashboard: its input, its run and its report. The run takes place in this browser, which counts it for the user. */
export const ToolPanel = ({ tool, title, pathOf }: ToolPanelProps) => {
  const id = useId()
  const typed = useTypedText()
  const [problem, setProblem] = useState<Problem>()
  const world = useWorld()
  const viewer = useViewer()
  const { plan, id: subject } = viewer?.user ?? { plan: 'free', id: '' }
  // An admin views another user's dashboard.
  const isReadOnly = viewer?.actor !== undefined
  const usage = useLocalUsage(tool, plan, subject)
  const { current, state, repeat, cancel, order, access, canRun } = useOrders({
    runner: { tool, plan, subject, surface: 'dashboard' },
    signedIn: true,
    usage,
    notice: toolSucceeded(tool.name),
    pathOf,
    setProblem,
  })
  const run = (wanted: RunOrder): void => (isReadOnly ? undefined : order(wanted))
  const isToCome = useLink({ current, typed, setProblem, repeat })
  return (
    <StageList>
      <Stage name={toolRunTexts.ask} node="source" line={state.phase === 'idle' ? 'none' : 'drawn'}>
        <Card
          isTask
          title={title === 'input' ? labels.toolInput : tool.name}
          aside={title === 'input' ? undefined : <ProMark tool={tool} />}
        >
          {title === 'input' ? null : (
            <>
              <p className="muted max-w-text">{tool.description}</p>
              <ToolFeatures tool={tool} most={3} />
            </>
          )}
          <RealTool tool={tool.id} />
          <ToolForm
            tool={tool}
            placeholder={tool.placeholder}
            typed={typed}
            refusedBy={problem?.isOfInput === true ? id : undefined}
            action={state.isLoading ? labels.analyzing : labels.analyze}
            canRun={canRun && typed.text.trim() !== '' && !isReadOnly}
            isRunning={state.isLoading}
            onEdit={() => setProblem(undefined)}
            onRun={() => run({ ...world, input: typed.text })}
          >
            <ProblemLines id={id} problem={problem}>
              {problem?.needsPlan === true ? <UpgradeLink /> : null}
            </ProblemLines>
          </ToolForm>
          <p className="mt-3 font-mono text-sm text-ink-2">{toolPanelTexts.usage(usage)}</p>
          <WorldLine />
        </Card>
        {isReadOnly ? <PanelNote>{toolPanelTexts.readOnly}</PanelNote> : <AccessNotice access={access} plan={plan} />}
      </Stage>
      <LaterStages Stages={PanelStages} current={current} isToCome={isToCome} order={run} cancel={cancel} />
    </StageList>
  )
}

import type { Plot, ToolRun } from '@netbox/core'
import { createElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { comparePath } from '../../lib/runs/run-links.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { PENCIL } from '../plots/plot-figure.tsx'
import { ReportContents, Report } from '../report/report.tsx'
import { Stage } from '../stages/stage-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { loadCode } from '../../lib/page/load-code.ts'
import type { FaultSwitch } from './fault-switch.tsx'
import { useReportActions } from './report-actions.tsx'

/**
 * Loads the switch of a report's fault after the report, because the names of all faults are much code. A lazy part would suspend the report.
 * Without the code, a report has no switch.
 */
const useFaultSwitch = (): typeof FaultSwitch | undefined => {
  const [Switch, setSwitch] = useState<typeof FaultSwitch>()
  useEffect(() => {
    let isShown = true
    loadCode(async () => import('./fault-switch.tsx')).then(
      (code) => isShown && setSwitch(() => code.FaultSwitch),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [])
  return Switch
}

/** The properties of the last stage. */
export interface ReportStageProps {
  readonly run: ToolRun
  /** Whether the page shows an earlier run again, so the visitor stays where they are. */
  readonly isRepeated: boolean
  readonly onAgain: () => void
  readonly onNewWorld: () => void
  /** The heading of the report. */
  readonly done?: ReactNode
  /** The content of the JSON tab instead of the whole run, as in `Report`. */
  readonly json?: ReactNode
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

// Returns whether the focus may move to the report: the user has not moved it elsewhere.
const isWaiting = (): boolean => {
  const { activeElement: active } = document
  return active === null || active === document.body || active.closest('[data-stages]') !== null
}

const useArrival = (isExpected: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isExpected || !isWaiting()) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('[data-line]')?.scrollIntoView({ behavior: isStill() ? 'auto' : 'smooth', block: 'start' })
  }, [isExpected])
  return heading
}

const SHEET = '[&_[data-report]]:border-dashed [&_[data-report]]:border-control [&_[data-report]]:bg-paper'

const namesOf = (scenario: string): string =>
  scenario === 'random' || scenario === 'healthy' ? runTexts.noFault[scenario] : scenario.replaceAll('+', ' + ')

/** Says that a report belongs to an earlier world of the visit, and leads to a comparison with the same run in the current one. */
const Before = ({ run, world }: { readonly run: ToolRun; readonly world: ChosenWorld & { readonly seed: string } }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-b-0 border-dashed border-control px-6 py-3 text-ui max-md:px-4">
    <div className="min-w-0 flex-[1_1_320px]">
      <h2 className="text-lg">{runTexts.before}</h2>
      <p className="text-ink-2 wrap-anywhere">
        {run.scenario === world.scenario
          ? runTexts.otherWorld(run.seed === world.seed ? undefined : [run.seed, world.seed])
          : runTexts.otherFault(namesOf(run.scenario), namesOf(world.scenario), run.seed === world.seed)}
      </p>
    </div>
    <ButtonLink isSmall href={comparePath(run, { ...run, ...world, at: world.at ?? run.at })}>
      {runTexts.compareBoth}
    </ButtonLink>
  </div>
)

/** Returns whether a run took place in the world of the visit. */
const isOfWorld = (run: ToolRun, { scenario, seed, at, world }: ChosenWorld): boolean =>
  run.scenario === scenario &&
  run.seed === seed &&
  (at === undefined || Date.parse(at) === Date.parse(run.at)) &&
  JSON.stringify(run.world) === JSON.stringify(world)

/** Returns the run that is shown, with the figure before it, and the switch that chooses it. A new run of the page is shown itself. */
const useFaults = (run: ToolRun) => {
  const [switched, setSwitched] = useState<{ readonly of: ToolRun; readonly shown: ToolRun; readonly before: Plot }>()
  const { shown, before } = switched?.of === run ? switched : { shown: run, before: undefined }
  const Switch = useFaultSwitch()
  const show = (next: ToolRun) => setSwitched({ of: run, shown: next, before: shown.plot })
  const faults =
    Switch === undefined ? <div className="mb-4 h-8" /> : createElement(Switch, { run, shown, onShow: show })
  return { shown, before, faults }
}

/** The last stage: the report, and its actions. */
export const ReportStage = ({ run, isRepeated, onAgain, onNewWorld, done, json }: ReportStageProps) => {
  const heading = useArrival(!isRepeated)
  const base = useId()
  const { shown, before, faults } = useFaults(run)
  const { actions, panel } = useReportActions(shown, { onAgain, onNewWorld })
  const world = useWorld()
  const { seed } = world
  const report = (
    <Report
      run={shown}
      json={json}
      base={base}
      headingRef={heading}
      faults={faults}
      before={before}
      actions={actions}
    />
  )
  if (seed !== undefined && !isOfWorld(run, world))
    return (
      <Stage
        name={runTexts.beforeStage}
        node="absent"
        facts={[`${run.at.slice(11, 19)} UTC`, run.scenario]}
        line="none"
      >
        <Before run={run} world={{ ...world, seed }} />
        <div className={`${PENCIL} ${SHEET}`}>{report}</div>
        {panel}
      </Stage>
    )
  return (
    <Stage
      name={runTexts.report}
      node={shown.verdict.severity}
      facts={[runTexts.findings(shown.findings.length), shown.engine]}
      margin={<ReportContents base={base} />}
    >
      {done}
      {report}
      {panel}
    </Stage>
  )
}

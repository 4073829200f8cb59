import type { ToolRun } from '@netbox/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { comparePath } from '../../lib/runs/run-links.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { ReportContents, Report } from '../report/report.tsx'
import { Stage } from '../stages/stage-list.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useReportActions } from './report-actions.tsx'

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

// All colors of the report become that of pencil.
const PENCIL = [
  '[--color-crit:var(--color-ink-3)] [--color-info:var(--color-ink-3)] [--color-ink-2:var(--color-ink-3)] [--color-ink:var(--color-ink-3)] [--color-pass:var(--color-ink-3)]',
  '[--color-signal:var(--color-ink-3)] [--color-sim:var(--color-ink-3)] [--color-sim-edge:var(--color-rule-2)] [--color-sim-wash:transparent] [--color-warn:var(--color-ink-3)] text-ink-3',
  'forced-colors:[--color-ink:GrayText] forced-colors:[--color-ink-2:GrayText] forced-colors:[--color-ink-3:GrayText]',
  '[&_[data-report]]:border-dashed [&_[data-report]]:border-control [&_[data-report]]:bg-paper',
].join(' ')

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

/** The last stage: the report, and its actions. */
export const ReportStage = ({ run, isRepeated, onAgain, onNewWorld, done, json }: ReportStageProps) => {
  const heading = useArrival(!isRepeated)
  const base = useId()
  const { actions, panel } = useReportActions(run, { onAgain, onNewWorld })
  const world = useWorld()
  const { seed } = world
  const report = <Report run={run} json={json} base={base} headingRef={heading} actions={actions} />
  if (seed !== undefined && !isOfWorld(run, world))
    return (
      <Stage
        name={runTexts.beforeStage}
        node="absent"
        facts={[`${run.at.slice(11, 19)} UTC`, run.scenario]}
        line="none"
      >
        <Before run={run} world={{ ...world, seed }} />
        <div className={PENCIL}>{report}</div>
        {panel}
      </Stage>
    )
  return (
    <Stage
      name={runTexts.report}
      node={run.verdict.severity}
      facts={[runTexts.findings(run.findings.length), run.engine]}
      margin={<ReportContents base={base} />}
    >
      {done}
      {report}
      {panel}
    </Stage>
  )
}

import type { Plot, Refusal, RunState, ToolRun } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { drawWorld } from '../../lib/world/visit.ts'
import { type RunOrder, sameAgain } from '../../lib/world/world.ts'
import { useSession } from '../../lib/session/session.ts'
import type { HeldRun } from './use-orders.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { preloadPlot } from '../plots/drawings.ts'
import { FailedSheet, RefusedSheet, ReportSkeleton } from '../report/state-sheets.tsx'
import { Stage } from '../stages/stage-list.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { PartBoundary } from '../ui/page-boundary.tsx'
import type { ReportStageProps } from './report-stage.tsx'

/** The place of a report to come, taller than most reports, so that nothing moves and the browser finds its scroll position again. */
const ReportPlace = () => <div className="min-h-[600vh]" />

/** Describes the end of a run in one word. */
export const RunOutcome = ({ phase, error }: Pick<RunState, 'phase' | 'error'>) => {
  if (phase === 'succeeded') return <Status severity="pass">{runTexts.complete}</Status>
  if (error?.code === 'aborted') return <Status severity="info">{runTexts.stopped}</Status>
  return <Status severity="critical">{runTexts.broken}</Status>
}

const ReportStage = lazyPart(async () => (await import('./report-stage.tsx')).ReportStage)

/** Loads the code of the report, before the run ends. */
export const preloadReport = (): void => void ReportStage.preload().catch(() => undefined)

interface OutcomeProps extends Pick<ReportStageProps, 'isRepeated' | 'onAgain' | 'onNewWorld'> {
  readonly state: RunState
  readonly onRetry: () => void
  /** Additional properties of the report of a finished run. */
  readonly extras?: (run: ToolRun) => { readonly done: ReactNode; readonly json: ReactNode }
}

const Ended = ({ error, onRetry }: { readonly error: Refusal; readonly onRetry: () => void }) => {
  useInlineMessage(error.message)
  const plan = useSession().user?.plan
  if (error.code === 'failed')
    return <FailedSheet error={{ ...error, message: `${error.message} ${runTexts.runAnother}` }} onRetry={onRetry} />
  const { href, link } = accessNotices.upgrade_required
  return (
    <RefusedSheet refusal={error}>
      {error.code === 'aborted' ? (
        <Button isSmall onClick={onRetry}>
          {runTexts.again}
        </Button>
      ) : plan === 'enterprise' ? null : (
        <ButtonLink isSmall variant="paid" href={href}>
          {link}
        </ButtonLink>
      )}
    </RefusedSheet>
  )
}

/** Loads a report and the drawing of its plot. Returns whether both are loaded, or can't be, so that they appear together. */
const useDrawn = (kind: Plot['kind'] | undefined): boolean => {
  const [settled, settle] = useState<Plot['kind']>()
  useEffect(() => {
    if (kind === undefined) return
    const done = () => settle(kind)
    void Promise.all([preloadPlot(kind), ReportStage.preload()])
      .catch(() => undefined)
      .finally(done)
  }, [kind])
  return kind === undefined || settled === kind
}

/** The last stage, for every outcome: pending, finished, refused, cancelled or failed. */
export const OutcomeStage = ({ state, onRetry, extras, ...actions }: OutcomeProps) => {
  const { phase, run, error } = state
  const isDrawn = useDrawn(run?.plot.kind)
  useEffect(preloadReport, [])
  if (phase === 'succeeded' && run !== null && isDrawn)
    return (
      <PartBoundary>
        <ReportStage run={run} {...actions} {...extras?.(run)} />
      </PartBoundary>
    )
  const ended = phase === 'failed' ? error : null
  const isFault = ended !== null && ended.code === 'failed'
  if (ended === null && actions.isRepeated) return <ReportPlace />
  return (
    <Stage name={runTexts.report} node={isFault ? 'critical' : 'absent'} line="none">
      {ended === null ? <ReportSkeleton label={runTexts.making} /> : <Ended error={ended} onRetry={onRetry} />}
    </Stage>
  )
}

/** The properties of the stages after the first. */
export interface StagesProps extends Pick<ReportStageProps, 'isRepeated' | 'onAgain' | 'onNewWorld'> {
  readonly state: RunState
  readonly onStop: () => void
  readonly onRetry: () => void
}

interface LaterStagesProps {
  /** The stages of the surface. */
  readonly Stages: ComponentType<StagesProps>
  readonly current: HeldRun | undefined
  /** Whether the address has a report that the page will show. */
  readonly isToCome: boolean
  readonly order: (order: RunOrder) => void
  readonly cancel: () => void
}

/** The stages after the first, once a run has started. */
export const LaterStages = ({ Stages, current, isToCome, order, cancel }: LaterStagesProps) => {
  const isStarted = current !== undefined && current.state.phase !== 'idle'
  const isNeeded = isStarted || isToCome
  useEffect(() => {
    // From here on, the place below keeps the height of the page, and the browser its scroll position.
    if (isNeeded) document.documentElement.removeAttribute('data-opened')
  }, [isNeeded])
  const place = useRef<HTMLDivElement>(null)
  const phase = isStarted && !current.isRepeated ? current.state.phase : undefined
  useEffect(() => {
    // The button that started or ended the run may be gone; then the focus would be at the start of the page.
    if (phase !== undefined && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [phase])
  if (isStarted) {
    const { state, isRepeated } = current
    const again = (orderOf: (run: NonNullable<RunState['run']>) => RunOrder) => () =>
      state.run === null ? undefined : order(orderOf(state.run))
    return (
      <div className="outline-0" ref={place} tabIndex={-1}>
        <Stages
          state={state}
          isRepeated={isRepeated}
          onStop={cancel}
          onRetry={() => order(current.order)}
          onAgain={again(sameAgain)}
          onNewWorld={again(({ input }) => ({ ...drawWorld(), input }))}
        />
      </div>
    )
  }
  return isToCome || current?.isRepeated === true ? <ReportPlace /> : null
}

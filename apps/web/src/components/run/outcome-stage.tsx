import type { Plot, Refusal, RunState, ToolRun } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { createElement, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { drawingOf, preloadPlot } from '../plots/drawings.ts'
import { ReportSkeleton } from '../report/report-skeleton.tsx'
import { FailedSheet, RefusedSheet } from '../report/state-sheets.tsx'
import { Stage } from '../trace/trace.tsx'
import { deferred } from '../../lib/deferred.ts'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import { useSession } from '../../lib/session-state.ts'
import { useCode } from '../../lib/use-code.ts'
import { runTexts, toolRunNotices } from '../../texts/run-stages.ts'
import type { ReportStageProps } from './report-stage.tsx'
import * as buttonStyles from '../ui/button.module.css'
import * as placeStyles from '../ui/place.module.css'

// The report's code loads during the run.
const reportStage = deferred<ReportStageProps>('src/components/run/report-stage.tsx', async () =>
  import('./report-stage.tsx').then(({ ReportStage }) => ReportStage),
)

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
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={onRetry}>
          {runTexts.again}
        </button>
      ) : plan === 'enterprise' ? null : (
        <Link className={`${buttonStyles.btn} ${buttonStyles.inkb} sm`} href={href}>
          {link}
        </Link>
      )}
    </RefusedSheet>
  )
}

/** Loads the drawing of a plot. Returns whether it is loaded, or can't be, so that the figure appears together with its report. */
const useDrawn = (kind: Plot['kind'] | undefined): boolean => {
  const [settled, settle] = useState<Plot['kind']>()
  useEffect(() => {
    if (kind === undefined || drawingOf(kind) !== undefined) return
    const done = () => settle(kind)
    void preloadPlot(kind)
      .catch(() => undefined)
      .finally(done)
  }, [kind])
  return kind === undefined || drawingOf(kind) !== undefined || settled === kind
}

/** The last stage, for every outcome: pending, finished, refused, cancelled or failed. */
export const OutcomeStage = ({ state, onRetry, extras, ...actions }: OutcomeProps) => {
  const { Component: ReportStage, isAbsent, retry } = useCode(reportStage)
  const { phase, run, error } = state
  const isDrawn = useDrawn(run?.plot.kind)
  if (phase === 'succeeded' && run !== null && isDrawn && ReportStage !== undefined)
    return createElement(ReportStage, { run, ...actions, ...extras?.(run) })
  const absent = isAbsent ? { code: 'failed' as const, ...toolRunNotices.notLoaded } : null
  const ended = phase === 'failed' ? error : phase === 'succeeded' ? absent : null
  const isFault = ended !== null && ended.code === 'failed'
  if (ended === null && actions.isRepeated) return <div className={placeStyles.reportPlace} />
  return (
    <Stage name={runTexts.report} node={isFault ? 'critical' : 'absent'} line="none">
      {ended === null ? (
        <ReportSkeleton label={runTexts.making} />
      ) : (
        <Ended error={ended} onRetry={phase === 'succeeded' ? retry : onRetry} />
      )}
    </Stage>
  )
}

import type { ToolRun } from '@netbox/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ReportContents } from '../report/report-contents.tsx'
import { Report } from '../report/report.tsx'
import { Stage } from '../trace/trace.tsx'
import { runTexts } from '../../texts/run-stages.ts'
import { ReportActions } from './report-actions.tsx'
import { SharePanel } from './share-panel.tsx'
import * as traceStyles from '../trace/trace.module.css'

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
  return active === null || active === document.body || active.closest(`.${traceStyles.trace}`) !== null
}

const useArrival = (isExpected: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isExpected || !isWaiting()) return
    heading.current?.focus({ preventScroll: true })
    heading.current
      ?.closest(`.${traceStyles.stage}`)
      ?.scrollIntoView({ behavior: isStill() ? 'auto' : 'smooth', block: 'start' })
  }, [isExpected])
  return heading
}

/** The last stage: the report, and its actions. */
export const ReportStage = ({ run, isRepeated, onAgain, onNewWorld, done, json }: ReportStageProps) => {
  const heading = useArrival(!isRepeated)
  const base = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isShared, setShared] = useState(false)
  const close = () => {
    setShared(false)
    button.current?.focus()
  }
  const share = { isOpen: isShared, id: `${base}-share`, toggle: () => setShared(!isShared) }
  return (
    <Stage
      name={runTexts.report}
      node={run.verdict.severity}
      facts={[runTexts.findings(run.findings.length), run.engine]}
      margin={<ReportContents base={base} />}
    >
      {done}
      <Report
        run={run}
        json={json}
        base={base}
        headingRef={heading}
        actions={
          <ReportActions run={run} share={share} shareButton={button} onAgain={onAgain} onNewWorld={onNewWorld} />
        }
      />
      {isShared ? <SharePanel run={run} id={share.id} onClose={close} /> : null}
    </Stage>
  )
}

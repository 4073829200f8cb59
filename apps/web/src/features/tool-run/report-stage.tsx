import type { ToolRun } from '@netbox/core'
import { useEffect, useId, useRef, useState } from 'react'
import { ReportContents } from '../../components/report/report-contents.tsx'
import { Report } from '../../components/report/report.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { ReportActions } from '../../components/run/report-actions.tsx'
import { SharePanel } from '../../components/run/share-panel.tsx'

/** What the last stage is given. */
export interface ReportStageProps {
  readonly run: ToolRun
  readonly onAgain: () => void
  readonly onNewSeed: () => void
}

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

// Who waits for the report is led to it; who has gone elsewhere meanwhile is left there.
const isWaiting = (): boolean => {
  const { activeElement: active } = document
  return active === null || active === document.body || active.closest('.trace') !== null
}

const useArrival = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWaiting()) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.stage')?.scrollIntoView({ behavior: isStill() ? 'auto' : 'smooth', block: 'start' })
  }, [])
  return heading
}

/** The last stage: the report, and what can be done with it. */
export const ReportStage = ({ run, onAgain, onNewSeed }: ReportStageProps) => {
  const heading = useArrival()
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
      name={toolRunTexts.report}
      node={run.verdict.severity}
      facts={[toolRunTexts.findings(run.findings.length), run.engine]}
      margin={<ReportContents base={base} />}
    >
      <Report
        run={run}
        base={base}
        headingRef={heading}
        actions={<ReportActions run={run} share={share} shareButton={button} onAgain={onAgain} onNewSeed={onNewSeed} />}
      />
      {isShared ? <SharePanel run={run} id={share.id} onClose={close} /> : null}
    </Stage>
  )
}

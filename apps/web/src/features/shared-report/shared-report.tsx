import type { Tool, ToolRun } from '@netbox/core'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ReportSkeleton } from '../../components/report/report-skeleton.tsx'
import { Report } from '../../components/report/report.tsx'
import { ReportActions } from '../../components/run/report-actions.tsx'
import { SharePanel } from '../../components/run/share-panel.tsx'
import { useReplay } from '../../components/run/use-replay.ts'
import { CompareGlyph, EmbedGlyph, RetryGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { SourceGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { comparePath } from '../../lib/share-link.ts'
import { sharingTexts } from '../../texts/sharing.ts'
import { EmbedPanel } from './embed-panel.tsx'
import { WhoSeesWhat } from './who-sees-what.tsx'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as reportStyles from '../../components/report/report.module.css'
import * as styles from './shared-report.module.css'

interface OpenedProps {
  readonly run: ToolRun
  /** The remark that another version of the simulation made the link. */
  readonly remark: string | undefined
  readonly onRunAgain: () => void
}

const Opened = ({ run, remark, onRunAgain }: OpenedProps) => {
  const base = useId()
  const button = useRef<HTMLButtonElement>(null)
  const embed = useRef<HTMLHeadingElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isShared, setShared] = useState(false)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  const close = () => {
    setShared(false)
    button.current?.focus()
  }
  const showEmbed = () => {
    embed.current?.scrollIntoView({ block: 'start' })
    embed.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className={styles.shead}>
        <p>
          <SourceGlyph />
          <span>
            <b>{sharingTexts.shared}</b> {sharingTexts.holds(run.world !== undefined)}
          </span>
        </p>
        <div className={`${reportStyles.acts} ${styles.acts}`}>
          <button type="button" className={`${buttonStyles.btn} sm ${buttonStyles.go}`} onClick={onRunAgain}>
            <RetryGlyph />
            {sharingTexts.again}
          </button>
          <Link className={`${buttonStyles.btn} sm`} href={comparePath(run)}>
            <CompareGlyph />
            {sharingTexts.compare}
          </Link>
          <button type="button" className={`${buttonStyles.btn} sm`} onClick={showEmbed}>
            <EmbedGlyph />
            {sharingTexts.embed}
          </button>
        </div>
      </div>
      {remark === undefined ? null : (
        <p className={styles.remark}>
          <Status severity="warning">{remark}</Status>
        </p>
      )}
      <Report
        run={run}
        headingRef={heading}
        actions={
          <ReportActions
            run={run}
            share={{ isOpen: isShared, id: `${base}-share`, toggle: () => setShared(!isShared) }}
            shareButton={button}
          />
        }
      />
      {isShared ? <SharePanel run={run} id={`${base}-share`} onClose={close} /> : null}
      <WhoSeesWhat />
      <EmbedPanel run={run} headingRef={embed} />
    </>
  )
}

/** The properties of a shared report. */
export interface SharedReportProps {
  readonly tool: Tool
  /** Continues to the form, which gets its values from the same address. */
  readonly onRunAgain: () => void
}

/** The report of somebody's link, without a form. Opening it is not counted as a run, and leaves the visit's world unchanged. */
export const SharedReport = ({ tool, onRunAgain }: SharedReportProps) => {
  const replay = useReplay(`/${tool.path}${location.search}`, history.state)
  const isRefused = replay !== undefined && replay?.run === undefined
  useEffect(() => {
    // The form shows the problem of the link, or says that a part of the page is missing.
    if (isRefused) onRunAgain()
  }, [isRefused, onRunAgain])
  return (
    <div className={`wrap ${styles.sharedm}`}>
      <h1 className="vh">{sharingTexts.reportOf(tool.name)}</h1>
      {replay?.run === undefined ? (
        <ReportSkeleton label={sharingTexts.making} />
      ) : (
        <Opened run={replay.run} remark={replay.remark} onRunAgain={onRunAgain} />
      )}
    </div>
  )
}

import { labels } from '@netbox/product'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { useRecentRuns } from '../../lib/recent-runs.ts'
import { shortDay } from '../../lib/short-day.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { loadViewerApi } from '../../lib/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { type ActivityRow, activityRows, FIRST_ROWS } from './activity-rows.ts'
import './recent-activity.css'

const Row = ({ row: { at, severity, tool, name, subject, outcome, again } }: { row: ActivityRow }) => (
  <li>
    <time dateTime={at}>{shortDay(at)}</time>
    <span className="an">{severity === null ? <AbsentGlyph /> : <StatusGlyph severity={severity} />}</span>
    <span className="ai">
      {tool === undefined ? null : <ToolGlyph tool={tool} />}
      {name}
    </span>
    <code title={subject}>{subject}</code>
    <span className="ao" title={outcome}>
      {outcome}
    </span>
    <span className="ar">
      {again === undefined ? null : (
        <Link className="sm" href={again.href} state={again.state} aria-label={`${again.label}: ${name} ${subject}`}>
          {again.label}
        </Link>
      )}
    </span>
  </li>
)

const Nothing = ({ isOwn }: { readonly isOwn: boolean }) => (
  <div className="nothing">
    <p>
      <b>{overviewTexts.noActivity}</b>
    </p>
    <p className="muted">{isOwn ? overviewTexts.noActivityHint : overviewTexts.viewedActivity}</p>
  </div>
)

interface RecentActivityProps {
  readonly subject: string
  readonly isOwn: boolean
}

/** The user's recent actions: those of the service, and in one's own dashboard the runs of this browser. */
export const RecentActivity = ({ subject, isOwn }: RecentActivityProps) => {
  const id = useId()
  const [isLong, setLong] = useState(false)
  const known = useLoaded(
    subject,
    async (signal) => (await (await loadViewerApi()).call('activity.list', { signal })).data.items,
  )
  const runs = useRecentRuns()
  const rows = activityRows(known.value ?? [], runs, isOwn ? subject : undefined)
  return (
    <section className="card" aria-labelledby={id} aria-busy={known.isLoading}>
      <div className="sheet-h">
        <h2 id={id}>{labels.recentActivity}</h2>
        {rows.length > FIRST_ROWS ? (
          <button type="button" className="textbtn sm" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong ? overviewTexts.fewer : overviewTexts.all(rows.length)}
          </button>
        ) : null}
      </div>
      <PartState of={{ ...known, isLoading: known.isLoading && rows.length === 0 }} failed={dashboardTexts.notLoaded} />
      {rows.length > 0 ? (
        <ol className="act">
          {(isLong ? rows : rows.slice(0, FIRST_ROWS)).map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ol>
      ) : known.value !== undefined ? (
        <Nothing isOwn={isOwn} />
      ) : null}
    </section>
  )
}

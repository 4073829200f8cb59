import type { Client } from '@netbox/contract'
import { labels, statusLook } from '@netbox/product'
import { useId } from 'react'
import { Link } from 'wouter'
import { RunWords } from '../../components/run/run-line.tsx'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { RealMark } from '../../components/verification/result-marks.tsx'
import { showDay } from '../../lib/show-time.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { type ActivityRow, activityRows } from './activity-rows.ts'
import './recent-activity.css'

/** The number of rows; the history has the others. */
const SHOWN = 11

const Batch = ({ statuses, simulated }: NonNullable<ActivityRow['batch']>) => (
  <>
    <span className="slips" role="img" aria-label={statuses.map((status) => statusLook(status).label).join(', ')}>
      {statuses.map((status, index) => {
        const { tone } = statusLook(status)
        // Addresses of one status have no other name.
        // oxlint-disable-next-line react/no-array-index-key
        return tone === 'neutral' ? <AbsentGlyph key={index} /> : <StatusGlyph key={index} severity={tone} />
      })}
    </span>
    {simulated ? <SimulatedMark /> : <RealMark />}
  </>
)

const Row = ({ row: { at, severity, tool, name, subject, outcome, scenario, batch, again } }: { row: ActivityRow }) => (
  <li>
    <time dateTime={at}>{at.slice(11, 16)}</time>
    <span className="run-node">{severity === null ? <AbsentGlyph /> : <StatusGlyph severity={severity} />}</span>
    <RunWords sentence={outcome} tool={tool} name={name} input={subject}>
      {scenario === undefined ? null : <code className="scenario">{scenario}</code>}
      {batch === undefined ? null : <Batch {...batch} />}
    </RunWords>
    {again === undefined ? null : (
      <Link className="sm" href={again.href} state={again.state} aria-label={`${again.label}: ${name} ${subject}`}>
        {again.label}
      </Link>
    )}
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

const headOf = (day: string): string | undefined => {
  const today = new Date().toISOString().slice(0, 10)
  if (day === today) return undefined
  return day === new Date(Date.parse(today) - 1).toISOString().slice(0, 10) ? overviewTexts.yesterday : showDay(day)
}

const Days = ({ rows }: { readonly rows: readonly ActivityRow[] }) =>
  [...new Set(rows.map(({ at }) => at.slice(0, 10)))].map((day) => {
    const head = headOf(day)
    return (
      <section key={day}>
        {head === undefined ? null : <h3>{head}</h3>}
        <ol className="act">
          {rows
            .filter(({ at }) => at.startsWith(day))
            .map((row) => (
              <Row key={row.key} row={row} />
            ))}
        </ol>
      </section>
    )
  })

interface RecentActivityProps {
  readonly subject: string
  readonly isOwn: boolean
  readonly load: () => Promise<Pick<Client, 'call'>>
}

/** The user's recent activity from the service, by UTC day. */
export const RecentActivity = ({ subject, isOwn, load }: RecentActivityProps) => {
  const id = useId()
  const known = useLoaded(
    subject,
    async (signal) => (await (await load()).call('activity.list', { signal })).data.items,
  )
  const rows = activityRows(known.value ?? []).slice(0, SHOWN)
  return (
    <section className="card" aria-labelledby={id} aria-busy={known.isLoading}>
      <div className="sheet-h">
        <h2 id={id}>{labels.recentActivity}</h2>
        {rows.length === 0 ? null : (
          <Link className="sm" href="/dashboard/history">
            {overviewTexts.allRuns}
          </Link>
        )}
      </div>
      <PartState of={known} failed={dashboardTexts.notLoaded} />
      {known.value === undefined ? null : rows.length === 0 ? <Nothing isOwn={isOwn} /> : <Days rows={rows} />}
    </section>
  )
}

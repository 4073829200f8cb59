import { labels, statusAppearance } from '@netbox/product'
import { useId } from 'react'
import { Link } from 'wouter'
import { RunWords } from '../../components/run/run-line.tsx'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { RealMark } from '../../components/verification/result-marks.tsx'
import { showDay } from '../../lib/show-time.ts'
import { useData } from '../../lib/use-data.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { type ActivityRow, activityRows } from './activity-rows.ts'
import { FirstRun, PartFailed } from './day-states.tsx'
import * as runLine from '../../components/run/run-line.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as overviewStyles from './overview.module.css'
import * as styles from './recent-activity.module.css'

/** The number of rows; the history shows all. */
const SHOWN = 11

const Batch = ({ statuses, simulated }: NonNullable<ActivityRow['batch']>) => (
  <>
    <span
      className={styles.slips}
      role="img"
      aria-label={statuses.map((status) => statusAppearance(status).label).join(', ')}
    >
      {statuses.map((status, index) => {
        const { tone } = statusAppearance(status)
        // Addresses of one status have no key except their order.
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
    <span className={runLine.runNode}>{severity === null ? <AbsentGlyph /> : <StatusGlyph severity={severity} />}</span>
    <RunWords sentence={outcome} tool={tool} name={name} input={subject}>
      {scenario === undefined ? null : <code className={styles.scenario}>{scenario}</code>}
      {batch === undefined ? null : <Batch {...batch} />}
    </RunWords>
    {again === undefined ? null : (
      <Link className="sm" href={again.href} state={again.state} aria-label={`${again.label}: ${name} ${subject}`}>
        {again.label}
      </Link>
    )}
  </li>
)

const Nothing = () => (
  <div className={overviewStyles.nothing}>
    <p>
      <b>{overviewTexts.noActivity}</b>
    </p>
    <p className="muted">{overviewTexts.viewedActivity}</p>
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
        <ol className={styles.act}>
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
  /** Whether the account has the runs of this browser. */
  readonly isSaved: boolean
  readonly isOwn: boolean
}

/** The user's recent activity from the service, by UTC day. */
export const RecentActivity = ({ isSaved, isOwn }: RecentActivityProps) => {
  const id = useId()
  const known = useData(isSaved ? 'activity.list' : undefined, {})
  const rows = activityRows(known.value?.data.items ?? []).slice(0, SHOWN)
  return (
    <section className={`${panel.card} ${overviewStyles.card}`} aria-labelledby={id} aria-busy={known.isLoading}>
      <div className={overviewStyles.sheetH}>
        <h2 id={id}>{labels.recentActivity}</h2>
        {rows.length === 0 ? null : (
          <Link className="sm" href="/dashboard/history">
            {overviewTexts.allRuns}
          </Link>
        )}
      </div>
      <PartState of={{ ...known, failure: undefined }} failed="" />
      <PartFailed name={labels.recentActivity} failure={known.failure} onRetry={known.reload} />
      {known.value === undefined ? null : rows.length > 0 ? <Days rows={rows} /> : isOwn ? <FirstRun /> : <Nothing />}
    </section>
  )
}

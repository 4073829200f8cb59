import type { Activity } from '@netbox/contract'
import { type Severity, type Tool, type ToolDefinition, type ToolId, tools } from '@netbox/core'
import { labels, statusAppearance, type VerificationStatus } from '@netbox/product'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { nameDay, RunNode, RunWords, SeverityBar } from '../../components/run/run-line.tsx'
import { Card } from '../../components/ui/card.tsx'
import { StatusGlyph, AbsentGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { RealMark } from '../../components/verification/verification.tsx'
import { dashboardRunPath, runState, toolPagePath, VERIFICATIONS_PATH } from '../../lib/runs/run-links.ts'
import { type SeverityCounts, severityCounts } from '../../lib/runs/run-lists.ts'
import { useData } from '../../lib/session/data.tsx'
import { overviewTexts } from '../../texts/dashboard.ts'
import { runListTexts } from '../../texts/run-list.ts'
import { FirstRun, PartFailed } from './day-states.tsx'

/** One line of a user's recent activity. */
export interface ActivityRow {
  readonly key: string
  /** The time of the activity: ISO 8601. */
  readonly at: string
  readonly severity: Severity | null
  readonly tool: ToolId | undefined
  readonly name: string
  /** The input or object of the action. */
  readonly subject: string
  readonly outcome: string
  /** The run's scenario, if it had one. */
  readonly scenario?: string
  /** For a verification: the statuses of at most ten addresses, and whether it was real. */
  readonly batch?: { readonly statuses: readonly VerificationStatus[]; readonly simulated: boolean }
  /** For the runs of a list: their number by severity. */
  readonly list?: SeverityCounts
  /** A link that repeats the activity; a stored run with its seed gives the same result. */
  readonly again?: { readonly label: string; readonly href: string; readonly state?: unknown }
}

type Definition = Tool & ToolDefinition

// The service sends input and verdict in one text, separated by a colon. Only multi-line inputs, such as headers, contain colons
// themselves.
const partsOf = (detail: string, isMultiline: boolean): Pick<ActivityRow, 'subject' | 'outcome'> => {
  const end = isMultiline ? -1 : detail.indexOf(': ')
  return end === -1
    ? { subject: '', outcome: detail }
    : { subject: detail.slice(0, end), outcome: detail.slice(end + 2) }
}

const againOf = (replay: Activity['replay'], tool: Definition): ActivityRow['again'] =>
  replay === null
    ? { label: overviewTexts.open, href: toolPagePath(tool) }
    : { label: overviewTexts.replay, href: dashboardRunPath(replay), state: runState(replay) }

const fromRun = ({ id, title, detail, severity, replay, list, created_at }: Activity): ActivityRow => {
  const tool: Definition | undefined = tools.find(({ name }) => name === title)
  const shared = { key: id, at: created_at, severity, tool: tool?.id, name: title }
  if (list !== null) {
    const counts = severityCounts((one) => list[one])
    const all = counts.reduce((sum, [, count]) => sum + count, 0)
    const query = new URLSearchParams({ q: list.seed, ...(tool === undefined ? {} : { tool: tool.id }) })
    return {
      ...shared,
      subject: runListTexts.runs(all),
      outcome: runListTexts.sentence(all, counts),
      list: counts,
      again: { label: overviewTexts.open, href: `/dashboard/history?${query}` },
    }
  }
  const again = tool === undefined ? undefined : againOf(replay, tool)
  const scenario = replay?.scenario ?? ''
  return {
    ...shared,
    ...partsOf(detail, tool?.input.multiline === true),
    ...(scenario === '' || scenario === 'random' ? {} : { scenario }),
    ...(again === undefined ? {} : { again }),
  }
}

const toneOrder = ['critical', 'warning', 'info', 'neutral', 'pass'] as const

const MOST_SIGNS = 10

const fromVerification = ({ id, title, batch, created_at: at }: Activity): ActivityRow => {
  const counts = batch?.statuses ?? []
  const tones = new Set(counts.map(({ status }) => statusAppearance(status).tone))
  const worst = toneOrder.find((tone) => tones.has(tone)) ?? 'neutral'
  const good = counts.find(({ status }) => status === 'valid')?.count ?? 0
  const isOne = batch?.addresses === 1
  return {
    key: id,
    at,
    severity: worst === 'neutral' ? 'info' : worst,
    tool: 'email-validation',
    name: overviewTexts.verification,
    subject: title,
    outcome:
      isOne && counts[0] !== undefined
        ? statusAppearance(counts[0].status).label
        : overviewTexts.batch(good, batch?.addresses ?? 0),
    batch: {
      statuses: counts
        .flatMap(({ status, count }) => Array.from({ length: Math.min(count, MOST_SIGNS) }, () => status))
        .slice(0, MOST_SIGNS),
      simulated: batch?.simulated ?? false,
    },
    again: {
      label: overviewTexts.open,
      href: isOne ? `${VERIFICATIONS_PATH}?${new URLSearchParams({ q: title })}` : VERIFICATIONS_PATH,
    },
  }
}

const fromMigration = ({ id, title, detail, severity, created_at: at }: Activity): ActivityRow => ({
  key: id,
  at,
  severity: severity ?? 'info',
  tool: 'email-migration',
  name: overviewTexts.migration,
  subject: title,
  outcome: detail,
  again: { label: overviewTexts.open, href: '/email-migration' },
})

const fromService: Readonly<Record<Activity['kind'], (activity: Activity) => ActivityRow>> = {
  run: fromRun,
  verification: fromVerification,
  migration: fromMigration,
}

/** Describes the recorded actions of a user, newest first. */
export const activityRows = (activities: readonly Activity[]): ActivityRow[] =>
  activities.map((activity) => fromService[activity.kind](activity))

/** The number of rows; the history shows all. */
const SHOWN = 11

const Batch = ({ statuses, simulated }: NonNullable<ActivityRow['batch']>) => (
  <>
    <span
      className="inline-flex gap-1 [&>svg]:size-3.5"
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

const Row = ({
  row: { at, severity, tool, name, subject, outcome, scenario, batch, list, again },
}: {
  row: ActivityRow
}) => (
  <li className="grid grid-cols-[54px_34px_minmax(0,1fr)_auto] items-start py-3 not-first:border-t not-first:border-rule max-md:grid-cols-[48px_28px_minmax(0,1fr)_auto]">
    <time className="font-mono text-sm text-ink-3" dateTime={at}>
      {at.slice(11, 16)}
    </time>
    <RunNode severity={severity} />
    <RunWords sentence={outcome} tool={tool} name={name} input={subject}>
      {scenario === undefined ? null : <code className="border border-rule-2 px-1.5 text-xs">{scenario}</code>}
      {batch === undefined ? null : <Batch {...batch} />}
      {list === undefined ? null : <SeverityBar counts={list} />}
    </RunWords>
    {again === undefined ? null : (
      <Link
        className="sm py-0.5 pl-3"
        href={again.href}
        state={again.state}
        aria-label={`${again.label}: ${name} ${subject}`}
      >
        {again.label}
      </Link>
    )}
  </li>
)

const Nothing = () => (
  <div className="pt-5 text-ui">
    <p>
      <b>{overviewTexts.noActivity}</b>
    </p>
    <p className="muted">{overviewTexts.viewedActivity}</p>
  </div>
)

const Days = ({ rows }: { readonly rows: readonly ActivityRow[] }) =>
  [...new Set(rows.map(({ at }) => at.slice(0, 10)))].map((day) => {
    const head = nameDay(day)
    return (
      <section key={day}>
        {head === 'Today' ? null : (
          <h3 className="border-t border-rule-2 pt-3.5 pb-1.5 font-sans text-sm font-semibold tracking-normal text-ink-2">
            {head}
          </h3>
        )}
        <ol>
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
  const known = useData(isSaved ? 'activity.list' : undefined, {})
  const rows = activityRows(known.value?.data.items ?? []).slice(0, SHOWN)
  return (
    <Card
      aria-busy={known.isLoading}
      title={labels.recentActivity}
      aside={
        rows.length === 0 ? null : (
          <Link className="sm ml-auto" href="/dashboard/history">
            {overviewTexts.allRuns}
          </Link>
        )
      }
    >
      <PartState of={{ ...known, failure: undefined }} failed="" />
      <PartFailed name={labels.recentActivity} failure={known.failure} onRetry={known.reload} />
      {known.value === undefined ? null : rows.length > 0 ? <Days rows={rows} /> : isOwn ? <FirstRun /> : <Nothing />}
    </Card>
  )
}

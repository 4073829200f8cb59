import type { Stats, Today } from '@netbox/contract'
import { MINUTE, tools } from '@netbox/core'
import { dashboardStats, migrationStatusLabel } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { useData } from '../../lib/session/data.tsx'
import { VERIFICATIONS_PATH } from '../../lib/runs/run-links.ts'
import { overviewTexts } from '../../texts/dashboard.ts'
import { PartFailed } from './day-states.tsx'

const WIDTH = 100
const HEIGHT = 34

/** A drawing of bars, as wide as its card. */
const Chart = ({ children }: { readonly children: ReactNode }) => (
  <svg
    className="block h-[34px] w-full"
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** A drawing of nodes on a line, at most ten. */
const NodeLine = ({ children }: { readonly children: ReactNode }) => (
  <svg
    className="block h-[34px] w-full max-w-[200px]"
    viewBox="0 0 200 34"
    fill="none"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** Draws one bar for each day, the current one in full color. */
const Bars = ({ counts }: { readonly counts: readonly number[] }) => {
  const most = Math.max(1, ...counts)
  const step = WIDTH / counts.length
  return (
    <Chart>
      {counts.map((count, day) => {
        // A day without runs is a thin line, not a gap.
        const height = Math.max(1, (count / most) * HEIGHT)
        return (
          <rect
            // The days have no key except their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={day}
            x={day * step}
            y={HEIGHT - height}
            width={step * 0.78}
            height={height}
            fill={day === counts.length - 1 ? 'var(--color-signal)' : 'var(--color-signal-soft)'}
          />
        )
      })}
    </Chart>
  )
}

/** A dashed line, for missing data. */
const Dashes = () => (
  <NodeLine>
    <g stroke="var(--color-control)">
      <path d="M12 17h58" strokeDasharray="4 4" />
      <path d="M1 17a5 5 0 1 1 10 0a5 5 0 1 1-10 0M71 17a5 5 0 1 1 10 0a5 5 0 1 1-10 0" strokeDasharray="3 2.5" />
    </g>
  </NodeLine>
)

const PITCH = 20

const Node = ({ state, at }: { readonly state: string; readonly at: number }) => {
  if (state === 'completed') return <circle cx={at} cy="17" r="5" fill="var(--color-signal)" stroke="none" />
  if (state === 'failed') return <path d={`M${at - 5} 12l10 10M${at + 5} 12l-10 10`} stroke="var(--color-crit)" />
  const isMoving = state === 'in_progress'
  return (
    <circle cx={at} cy="17" r="5" stroke="var(--color-control)" {...(isMoving ? {} : { strokeDasharray: '3 2.5' })} />
  )
}

/** A node for each request: filled if it has succeeded, a ring if it is in progress, dashed if it is pending, a cross if it has failed. */
const Nodes = ({ states }: { readonly states: readonly string[] }) => (
  <NodeLine>
    {states.map((state, index) => (
      // The requests have no key except their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Node key={index} state={state} at={6 + index * PITCH} />
    ))}
  </NodeLine>
)

/** A bar for each day since the service began: full if it responded in every minute. The top of a bar shows the missing minutes. */
const Days = ({ days }: { readonly days: Stats['uptime_days'] }) => {
  const step = WIDTH / Math.max(14, days.length)
  return (
    <Chart>
      {days.map(({ day, up, minutes }, index) => {
        // The minimum height makes even a single missing minute visible.
        const missing = up >= minutes ? 0 : Math.max(5, ((minutes - up) / minutes) * HEIGHT)
        const place = { x: index * step, width: step * 0.78 }
        return (
          <g key={day}>
            <rect
              {...place}
              y={missing === 0 ? 0 : missing + 2}
              height={Math.max(0, HEIGHT - missing - 2)}
              fill="var(--color-pass)"
            />
            {missing === 0 ? null : <rect {...place} y="0" height={missing} fill="var(--color-crit)" />}
          </g>
        )
      })}
    </Chart>
  )
}

/** The maximum number of drawn migrations, newest first. */
const SHOWN = 10

interface StatProps {
  readonly name: string
  readonly value: ReactNode
  readonly unit?: string | undefined
  readonly note?: string
  /** The link to the details. */
  readonly more?: { readonly name: string; readonly href: string } | undefined
  readonly children?: ReactNode
}

const Stat = ({ name, value, unit, note, more, children }: StatProps) => (
  <div className="min-h-[172px] min-w-0 border-rule px-6 pt-3.5 pb-4 not-last:border-r max-md:px-4 max-md:py-3 max-md:even:border-r-0 max-md:nth-[-n+2]:border-b max-md:nth-[-n+2]:[&>dd:last-child]:min-h-[3lh]">
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="mt-1.5 min-h-[1.1em] font-display text-2xl leading-head font-medium tracking-hero whitespace-nowrap lining-nums tabular-nums">
      {value}
      {unit === undefined ? null : (
        <small className="ml-1.5 font-sans text-ui font-normal tracking-normal text-ink-2">{unit}</small>
      )}
    </dd>
    <dd className="mt-3 h-[38px]">{children}</dd>
    <dd className="mt-2 min-h-[2lh] text-sm text-ink-3">
      {note}
      {more === undefined ? null : (
        <Link className="block w-fit" href={more.href}>
          {more.name}
        </Link>
      )}
    </dd>
  </div>
)

const Emails = ({ emails_verified: total, emails_by_day: days }: Stats) => (
  <Stat
    name={dashboardStats.emailsVerified}
    value={total.toLocaleString('en-US')}
    more={{ name: overviewTexts.allEmails, href: VERIFICATIONS_PATH }}
    note={total === 0 ? overviewTexts.noEmails : overviewTexts.emailsByDay(days.at(-1) ?? 0, days.length)}
  >
    {total === 0 ? <Dashes /> : <Bars counts={days} />}
  </Stat>
)

const countByState = (states: readonly string[]): [string, number][] =>
  [...new Set(states)].map((state) => [migrationStatusLabel(state), states.filter((other) => other === state).length])

const Migrations = ({ migrations: total }: Stats) => {
  const newest = useData(total === 0 ? undefined : 'migrations.list', { query: { page: 1, limit: SHOWN } })
  const states = newest.value?.data.items.map(({ status }) => status) ?? []
  return (
    <Stat
      name={dashboardStats.migrations}
      value={String(total)}
      note={total === 0 ? overviewTexts.noMigrations : overviewTexts.migrationsBy(countByState(states))}
    >
      {total === 0 ? <Dashes /> : <Nodes states={states.toReversed()} />}
    </Stat>
  )
}

const ToolsUsed = ({ tools: used }: Stats) => {
  const known = tools.filter(({ id }) => used.includes(id)).length
  const next = tools.find(({ id, free }) => free && !used.includes(id))
  const note = next === undefined ? overviewTexts.allTools : overviewTexts.newTool(next.name)
  return (
    <Stat
      name={dashboardStats.toolsUsed}
      value={String(known)}
      unit={overviewTexts.ofTools(tools.length)}
      note={known === 0 ? overviewTexts.noTools : note}
    >
      <span className="grid grid-cols-[repeat(13,minmax(0,1fr))] gap-x-0.5 gap-y-1 text-base text-rule-2 [&_.i]:w-full [&_.i]:max-w-[15px]">
        {tools.map(({ id }) => (
          <span key={id} className={used.includes(id) ? 'text-signal' : undefined}>
            <ToolGlyph tool={id} />
          </span>
        ))}
      </span>
    </Stat>
  )
}

const minutesOf = (gaps: Today['down']): number =>
  Math.round(gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0) / MINUTE)

const Uptime = ({ uptime, uptime_days: days, down }: Stats & Pick<Today, 'down'>) => (
  <Stat
    name={dashboardStats.uptime}
    value={uptime === null ? overviewTexts.none : String(uptime)}
    unit={uptime === null ? undefined : '%'}
    note={uptime === null ? overviewTexts.noUptime : overviewTexts.uptimeTold(days.length, minutesOf(down))}
  >
    {uptime === null ? <Dashes /> : <Days days={days} />}
  </Stat>
)

interface StatCardsProps {
  /** Whether the account has the runs of this browser. */
  readonly isSaved: boolean
  readonly downToday: Today['down']
}

/** The four numbers of the overview, as the service counts them. */
export const StatCards = ({ isSaved, downToday }: StatCardsProps) => {
  const numbers = useData(isSaved ? 'stats.get' : undefined, {})
  const { failure, isLoading } = numbers
  const value = numbers.value?.data
  return (
    <section
      className={failure === undefined ? undefined : 'border border-t-2 border-rule border-t-ink bg-sheet px-6 py-1.5'}
      aria-label={overviewTexts.stats}
      aria-busy={isLoading}
    >
      <PartFailed name={overviewTexts.stats} failure={failure} onRetry={numbers.reload} />
      {failure === undefined ? (
        <dl className="grid grid-cols-4 border border-t-2 border-rule border-t-ink bg-sheet max-md:grid-cols-2">
          {value === undefined ? (
            Object.values(dashboardStats).map((name) => (
              <Stat key={name} name={name} value={<i className="hatched block h-8 w-16" />} />
            ))
          ) : (
            <>
              <Emails {...value} />
              <Migrations {...value} />
              <ToolsUsed {...value} />
              <Uptime {...value} down={downToday} />
            </>
          )}
        </dl>
      ) : null}
    </section>
  )
}

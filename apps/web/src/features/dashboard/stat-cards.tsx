import { findTool, tools } from '@netbox/core'
import { dashboardStats } from '@netbox/product'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { PartState } from '../../components/ui/part-state.tsx'
import { useRecentRuns } from '../../lib/recent-runs.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { type Numbers, readNumbers } from './read-numbers.ts'
import { Bars, Boxes, Dashes, Meter, Nodes } from './stat-drawings.tsx'
import { countByState, perDay } from './stat-figures.ts'
import './stat-cards.css'

const DAYS = 14

interface CardProps {
  readonly name: string
  readonly value: string
  readonly unit?: string | undefined
  readonly note: string
  /** Where there is more of it. */
  readonly more?: { readonly name: string; readonly href: string } | undefined
  readonly children: ReactNode
}

const Card = ({ name, value, unit, note, more, children }: CardProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {unit === undefined ? null : <small>{unit}</small>}
    </dd>
    <dd className="drawing">{children}</dd>
    <dd className="note">
      {note}
      {more === undefined ? null : <Link href={more.href}>{more.name}</Link>}
    </dd>
  </div>
)

const Emails = ({ stats: { emails_verified: total }, verified }: Numbers) => {
  const [days] = useState(() => perDay(verified, DAYS, new Date()))
  const hasDays = days.some((count) => count > 0)
  return (
    <Card
      name={dashboardStats.emailsVerified}
      value={String(total)}
      more={{ name: overviewTexts.allEmails, href: VERIFICATIONS_PATH }}
      note={
        total === 0
          ? overviewTexts.noEmails
          : hasDays
            ? overviewTexts.emailsByDay(days.at(-1) ?? 0, DAYS)
            : overviewTexts.emailsTold
      }
    >
      {hasDays ? <Bars counts={days} /> : total === 0 ? <Dashes /> : null}
    </Card>
  )
}

const Migrations = ({ stats: { migrations: total }, migrations }: Numbers) => (
  <Card
    name={dashboardStats.migrations}
    value={String(total)}
    note={total === 0 ? overviewTexts.noMigrations : overviewTexts.migrationsBy(countByState(migrations))}
  >
    {total === 0 ? <Dashes /> : <Nodes states={migrations.toReversed()} />}
  </Card>
)

/** The API's count of different tools, and those that ran in this browser: which of them the API has seen too is not known. */
const ToolsUsed = ({ stats: { tools_used: used }, here }: Numbers & { readonly here: number }) => (
  <Card
    name={dashboardStats.toolsUsed}
    value={String(used)}
    unit={overviewTexts.ofTools(tools.length)}
    note={here > 0 ? overviewTexts.toolsHere(here) : used > 0 ? overviewTexts.toolsByApi : overviewTexts.noTools}
  >
    <Boxes filled={used} soft={here} all={tools.length} />
  </Card>
)

const Uptime = ({ stats: { uptime } }: Numbers) => (
  <Card
    name={dashboardStats.uptime}
    value={uptime === null ? overviewTexts.none : String(uptime)}
    unit={uptime === null ? undefined : '%'}
    note={uptime === null ? overviewTexts.noUptime : overviewTexts.uptimeTold}
  >
    {uptime === null ? <Dashes /> : <Meter share={uptime} />}
  </Card>
)

const useToolsHere = (subject: string): number => {
  const runs = useRecentRuns().filter((run) => run.subject === subject && findTool(run.tool) !== undefined)
  return new Set(runs.map(({ tool }) => tool)).size
}

const Awaited = ({ name }: { readonly name: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <i className="sk" />
    </dd>
    <dd className="drawing" />
    <dd className="note" />
  </div>
)

interface StatCardsProps {
  readonly subject: string
  /** Whether this browser's runs belong to the dashboard's user. */
  readonly isOwn: boolean
}

const cardsOf = (value: Numbers | undefined, here: number): ReactNode =>
  value === undefined ? (
    Object.values(dashboardStats).map((name) => <Awaited key={name} name={name} />)
  ) : (
    <>
      <Emails {...value} />
      <Migrations {...value} />
      <ToolsUsed {...value} here={here} />
      <Uptime {...value} />
    </>
  )

/** The four numbers of the overview, from the service's counts. */
export const StatCards = ({ subject, isOwn }: StatCardsProps) => {
  const numbers = useLoaded(subject, readNumbers)
  const here = useToolsHere(subject)
  return (
    <section
      className={numbers.failure === undefined ? undefined : 'unread-stats'}
      aria-label={overviewTexts.stats}
      aria-busy={numbers.isLoading}
    >
      <PartState of={{ ...numbers, isLoading: false }} failed={dashboardTexts.notLoaded} />
      {numbers.failure === undefined ? (
        <dl className="figs stats">{cardsOf(numbers.value, isOwn ? here : 0)}</dl>
      ) : null}
    </section>
  )
}

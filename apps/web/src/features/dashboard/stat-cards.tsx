import type { Stats, Today } from '@netbox/contract'
import { tools } from '@netbox/core'
import { dashboardStats, migrationStatusLabel } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { useData } from '../../lib/use-data.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { PartFailed } from './day-states.tsx'
import { Bars, Dashes, Days, Nodes } from './stat-drawings.tsx'
import * as report from '../../components/report/report.module.css'
import * as statesStyles from '../../components/report/states.module.css'
import * as styles from './stat-cards.module.css'

/** The maximum number of drawn migrations, newest first. */
const SHOWN = 10

interface CardProps {
  readonly name: string
  readonly value: string
  readonly unit?: string | undefined
  readonly note: string
  /** The link to the details. */
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
    <dd className={styles.drawing}>{children}</dd>
    <dd className={styles.note}>
      {note}
      {more === undefined ? null : <Link href={more.href}>{more.name}</Link>}
    </dd>
  </div>
)

const Emails = ({ emails_verified: total, emails_by_day: days }: Stats) => (
  <Card
    name={dashboardStats.emailsVerified}
    value={total.toLocaleString('en-US')}
    more={{ name: overviewTexts.allEmails, href: VERIFICATIONS_PATH }}
    note={total === 0 ? overviewTexts.noEmails : overviewTexts.emailsByDay(days.at(-1) ?? 0, days.length)}
  >
    {total === 0 ? <Dashes /> : <Bars counts={days} />}
  </Card>
)

const countByState = (states: readonly string[]): [string, number][] =>
  [...new Set(states)].map((state) => [migrationStatusLabel(state), states.filter((other) => other === state).length])

const Migrations = ({ migrations: total }: Stats) => {
  const newest = useData(total === 0 ? undefined : 'migrations.list', { query: { page: 1, limit: SHOWN } })
  const states = newest.value?.data.items.map(({ status }) => status) ?? []
  return (
    <Card
      name={dashboardStats.migrations}
      value={String(total)}
      note={total === 0 ? overviewTexts.noMigrations : overviewTexts.migrationsBy(countByState(states))}
    >
      {total === 0 ? <Dashes /> : <Nodes states={states.toReversed()} />}
    </Card>
  )
}

const ToolsUsed = ({ tools: used }: Stats) => {
  const known = tools.filter(({ id }) => used.includes(id)).length
  const next = tools.find(({ id, free }) => free && !used.includes(id))
  const note = next === undefined ? overviewTexts.allTools : overviewTexts.newTool(next.name)
  return (
    <Card
      name={dashboardStats.toolsUsed}
      value={String(known)}
      unit={overviewTexts.ofTools(tools.length)}
      note={known === 0 ? overviewTexts.noTools : note}
    >
      <span className={styles.toolset}>
        {tools.map(({ id }) => (
          <span key={id} className={used.includes(id) ? styles.on : undefined}>
            <ToolGlyph tool={id} />
          </span>
        ))}
      </span>
    </Card>
  )
}

const minutesOf = (gaps: Today['down']): number =>
  Math.round(gaps.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0) / 60_000)

const Uptime = ({ uptime, uptime_days: days, down }: Stats & Pick<Today, 'down'>) => (
  <Card
    name={dashboardStats.uptime}
    value={uptime === null ? overviewTexts.none : String(uptime)}
    unit={uptime === null ? undefined : '%'}
    note={uptime === null ? overviewTexts.noUptime : overviewTexts.uptimeTold(days.length, minutesOf(down))}
  >
    {uptime === null ? <Dashes /> : <Days days={days} />}
  </Card>
)

const Awaited = ({ name }: { readonly name: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <i className={`${statesStyles.sk} ${styles.sk}`} />
    </dd>
    <dd className={styles.drawing} />
    <dd className={styles.note} />
  </div>
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
      className={failure === undefined ? undefined : styles.unreadStats}
      aria-label={overviewTexts.stats}
      aria-busy={isLoading}
    >
      <PartFailed name={overviewTexts.stats} failure={failure} onRetry={numbers.reload} />
      {failure === undefined ? (
        <dl className={`${report.figs} ${styles.stats}`}>
          {value === undefined ? (
            Object.values(dashboardStats).map((name) => <Awaited key={name} name={name} />)
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

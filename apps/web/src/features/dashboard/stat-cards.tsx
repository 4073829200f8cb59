import type { Client, Stats, Today } from '@netbox/contract'
import { tools } from '@netbox/core'
import { dashboardStats, migrationStatusLabel } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PartState } from '../../components/ui/part-state.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { Bars, Dashes, Days, Nodes } from './stat-drawings.tsx'
import './stat-cards.css'

/** The number of drawn migrations, newest first. */
const SHOWN = 10

interface CardProps {
  readonly name: string
  readonly value: string
  readonly unit?: string | undefined
  readonly note: string
  /** The link to more of it. */
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

const Migrations = ({ migrations: total, states }: Stats & { readonly states: readonly string[] }) => (
  <Card
    name={dashboardStats.migrations}
    value={String(total)}
    note={total === 0 ? overviewTexts.noMigrations : overviewTexts.migrationsBy(countByState(states))}
  >
    {total === 0 ? <Dashes /> : <Nodes states={states.toReversed()} />}
  </Card>
)

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
      <span className="toolset">
        {tools.map(({ id }) => (
          <span key={id} className={used.includes(id) ? 'on' : undefined}>
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
      <i className="sk" />
    </dd>
    <dd className="drawing" />
    <dd className="note" />
  </div>
)

const readNumbers = async (api: Pick<Client, 'call'>) => {
  const { data: stats } = await api.call('stats.get')
  if (stats.migrations === 0) return { ...stats, states: [] }
  const { data } = await api.call('migrations.list', { query: { page: 1, limit: SHOWN } })
  return { ...stats, states: data.items.map(({ status }) => status) }
}

interface StatCardsProps {
  readonly subject: string
  readonly load: () => Promise<Pick<Client, 'call'>>
  readonly downToday: Today['down']
}

/** The four numbers of the overview, as the service counts them. */
export const StatCards = ({ subject, load, downToday }: StatCardsProps) => {
  const numbers = useLoaded(subject, async () => readNumbers(await load()))
  const { value, failure, isLoading } = numbers
  return (
    <section
      className={failure === undefined ? undefined : 'unread-stats'}
      aria-label={overviewTexts.stats}
      aria-busy={isLoading}
    >
      <PartState of={{ ...numbers, isLoading: false }} failed={dashboardTexts.notLoaded} />
      {failure === undefined ? (
        <dl className="figs stats">
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

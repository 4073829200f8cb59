import type { User } from '@netbox/contract'
import { findTool, type PlanId, showLimit, type Tool, type ToolDefinition, tools, usageOf } from '@netbox/core'
import { Link } from 'wouter'
import { Card } from '../../components/ui/card.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { ToolGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { useTodaysRuns } from '../../lib/runs/local-usage.ts'
import { toolPagePath } from '../../lib/runs/run-links.ts'
import { useData } from '../../lib/session/data.tsx'
import { dashboardTexts, overviewTexts } from '../../texts/dashboard.ts'

/** Today's use of one tool. */
export interface AllowanceRow {
  readonly tool: string
  readonly used: number
  /** -1 is unlimited. */
  readonly limit: number
  readonly remaining: number
  /** The used share of the limit, 0 to 1; 0 without a limit. */
  readonly share: number
  readonly level: 'well' | 'near' | 'full'
}

// The used share from which a row shows the remaining runs.
const NEAR = 0.9

const rowOf = (tool: ToolDefinition, used: number, plan: PlanId): AllowanceRow => {
  const { dailyLimit: limit, remaining } = usageOf(used, tool.limits[plan])
  const share = limit > 0 ? Math.min(1, used / limit) : 0
  const isFull = limit >= 0 && remaining === 0
  return { tool: tool.id, used, limit, remaining, share, level: isFull ? 'full' : share >= NEAR ? 'near' : 'well' }
}

/** Lists the tools used today, beginning with the tool nearest to its limit. */
export const allowanceOf = (runs: Readonly<Record<string, number>>, plan: PlanId): AllowanceRow[] =>
  Object.entries(runs)
    .flatMap(([id, used]) => {
      const tool: ToolDefinition | undefined = findTool(id)
      return tool === undefined || used === 0 ? [] : [rowOf(tool, used, plan)]
    })
    .toSorted((one, other) => other.share - one.share || other.used - one.used)

const Note = ({ row: { level, remaining } }: { readonly row: AllowanceRow }) => {
  if (level === 'well') return null
  return (
    <Status severity={level === 'full' ? 'critical' : 'warning'}>
      {level === 'full' ? overviewTexts.usedUp : overviewTexts.left(remaining)}
    </Status>
  )
}

const levels = { well: 'fill-signal', near: 'fill-warn', full: 'fill-crit' }

const Row = ({ tool, row }: { readonly tool: Tool; readonly row: AllowanceRow }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 py-3 text-ui not-first:border-t not-first:border-rule">
    <span className="flex items-center gap-2 font-semibold [&_.i]:text-ink-3">
      <ToolGlyph tool={tool.id} />
      {tool.name}
    </span>
    <b className="font-mono text-sm font-medium">
      {overviewTexts.used(row.used)} <i className="text-ink-3 not-italic">{overviewTexts.of(showLimit(row.limit))}</i>
    </b>
    <svg
      className="col-span-full h-1.5 w-full bg-press"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={levels[row.level]} width={row.share * 100} height="6" />
    </svg>
    <Note row={row} />
  </li>
)

const Untouched = ({ rows, plan }: { readonly rows: readonly AllowanceRow[]; readonly plan: PlanId }) => {
  const rest = tools.filter(({ id, limits }) => limits[plan] !== 0 && rows.every(({ tool }) => tool !== id))
  return rest.length === 0 ? null : (
    <>
      <h3 className="border-t border-rule-2 pt-3.5 pb-1.5 font-sans text-sm font-semibold tracking-normal text-ink-2">
        {overviewTexts.untouched}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-6 text-sm">
        {rest.map((tool) => (
          <li key={tool.id} className="flex min-h-7 items-center justify-between gap-2 border-t border-rule">
            <Link
              className="py-0.5 text-ink-2 no-underline hover:text-signal hover:underline"
              href={toolPagePath(tool)}
            >
              {tool.name}
            </Link>
            <b className="font-mono font-normal text-ink-3">{showLimit(tool.limits[plan])}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

const Rows = ({ rows, plan }: { readonly rows: readonly AllowanceRow[]; readonly plan: PlanId }) => (
  <>
    {rows.length === 0 ? (
      <div className="pt-5 text-ui">
        <p>
          <b>{overviewTexts.noRuns}</b>
        </p>
        <p className="muted">{overviewTexts.noRunsHint}</p>
      </div>
    ) : (
      <ul>
        {rows.map((row) => {
          const tool = findTool(row.tool)
          return tool === undefined ? null : <Row key={row.tool} tool={tool} row={row} />
        })}
      </ul>
    )}
    <Untouched rows={rows} plan={plan} />
  </>
)

/** The user's own usage: the account's runs, and those that this browser has not reported yet. */
const Own = ({ user: { id, plan } }: { readonly user: User }) => {
  const runs = useTodaysRuns(id)
  return <Rows rows={allowanceOf(runs, plan)} plan={plan} />
}

/** Another user's usage: the runs that the service counts. */
const Viewed = ({ user: { plan } }: { readonly user: User }) => {
  const usage = useData('usage.list', {})
  const runs = Object.fromEntries((usage.value?.usage ?? []).map(({ tool, used }) => [tool, used]))
  return (
    <>
      <PartState of={usage} failed={dashboardTexts.notLoaded} />
      {usage.value === undefined ? null : <Rows rows={allowanceOf(runs, plan)} plan={plan} />}
    </>
  )
}

/** Today's usage, the most used tools first. */
export const Allowance = ({ user, isOwn }: { readonly user: User; readonly isOwn: boolean }) => {
  return (
    <Card
      title={overviewTexts.allowance}
      aside={<span className="quiet xs ml-auto">{dashboardTexts.planOf(user.plan)}</span>}
    >
      {isOwn ? <Own user={user} /> : <Viewed user={user} />}
    </Card>
  )
}

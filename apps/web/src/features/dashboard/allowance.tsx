import type { User } from '@netbox/contract'
import { findTool, type PlanId, showLimit, type Tool, tools } from '@netbox/core'
import { useId } from 'react'
import { Link } from 'wouter'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { useTodaysRuns } from '../../lib/local-usage.ts'
import { toolPagePath } from '../../lib/share-link.ts'
import { useData } from '../../lib/use-data.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { allowanceOf, type AllowanceRow } from './allowance-rows.ts'
import * as panel from '../../components/ui/panel.module.css'
import * as overviewStyles from './overview.module.css'
import * as styles from './allowance.module.css'

const Note = ({ row: { level, remaining } }: { readonly row: AllowanceRow }) => {
  if (level === 'well') return null
  return (
    <Status severity={level === 'full' ? 'critical' : 'warning'}>
      {level === 'full' ? overviewTexts.usedUp : overviewTexts.left(remaining)}
    </Status>
  )
}

const Row = ({ tool, row }: { readonly tool: Tool; readonly row: AllowanceRow }) => (
  <li>
    <span className={styles.tool}>
      <ToolGlyph tool={tool.id} />
      {tool.name}
    </span>
    <b>
      {overviewTexts.used(row.used)} <i>{overviewTexts.of(showLimit(row.limit))}</i>
    </b>
    <svg className={styles.meter} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect data-level={row.level} width={row.share * 100} height="6" />
    </svg>
    <Note row={row} />
  </li>
)

const Untouched = ({ rows, plan }: { readonly rows: readonly AllowanceRow[]; readonly plan: PlanId }) => {
  const rest = tools.filter(({ id, limits }) => limits[plan] !== 0 && rows.every(({ tool }) => tool !== id))
  return rest.length === 0 ? null : (
    <>
      <h3>{overviewTexts.untouched}</h3>
      <ul className={styles.rest}>
        {rest.map((tool) => (
          <li key={tool.id}>
            <Link href={toolPagePath(tool)}>{tool.name}</Link>
            <b>{showLimit(tool.limits[plan])}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

const Rows = ({ rows, plan }: { readonly rows: readonly AllowanceRow[]; readonly plan: PlanId }) => (
  <>
    {rows.length === 0 ? (
      <div className={overviewStyles.nothing}>
        <p>
          <b>{overviewTexts.noRuns}</b>
        </p>
        <p className="muted">{overviewTexts.noRunsHint}</p>
      </div>
    ) : (
      <ul className={styles.use}>
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
  const id = useId()
  return (
    <section className={`${panel.card} ${overviewStyles.card}`} aria-labelledby={id}>
      <div className={overviewStyles.sheetH}>
        <h2 id={id}>{overviewTexts.allowance}</h2>
        <span className="quiet xs">{dashboardTexts.planOf(user.plan)}</span>
      </div>
      {isOwn ? <Own user={user} /> : <Viewed user={user} />}
    </section>
  )
}

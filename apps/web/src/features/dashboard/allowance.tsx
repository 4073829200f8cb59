import type { User } from '@netbox/contract'
import { findTool, showLimit, type Tool } from '@netbox/core'
import { useId } from 'react'
import { PartState } from '../../components/ui/part-state.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { useTodaysRuns } from '../../lib/local-usage.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { loadViewerApi } from '../../lib/viewer.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { allowanceOf, type AllowanceRow } from './allowance-rows.ts'
import './allowance.css'

const noteOf = ({ look, remaining }: AllowanceRow): string | undefined => {
  if (look === 'full') return overviewTexts.usedUp
  return look === 'near' ? overviewTexts.left(remaining) : undefined
}

const tones = { full: 'crit', near: 'warn', well: undefined } as const

const Row = ({ tool, row }: { readonly tool: Tool; readonly row: AllowanceRow }) => {
  const note = noteOf(row)
  return (
    <li>
      <span>
        <ToolGlyph tool={tool.id} />
        {tool.name}
      </span>
      <b>
        {overviewTexts.used(row.used)} <i>{overviewTexts.of(showLimit(row.limit))}</i>
      </b>
      <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={row.look} width={row.share * 100} height="6" />
      </svg>
      {note === undefined ? null : <em className={tones[row.look]}>{note}</em>}
    </li>
  )
}

const Rows = ({ rows }: { readonly rows: readonly AllowanceRow[] }) =>
  rows.length === 0 ? (
    <div className="nothing">
      <p>
        <b>{overviewTexts.noRuns}</b>
      </p>
      <p className="muted">{overviewTexts.noRunsHint}</p>
    </div>
  ) : (
    <ul className="use">
      {rows.map((row) => {
        const tool = findTool(row.tool)
        return tool === undefined ? null : <Row key={row.tool} tool={tool} row={row} />
      })}
    </ul>
  )

/** One's own: the runs that this browser counts. */
const Own = ({ user: { id, plan } }: { readonly user: User }) => {
  const runs = useTodaysRuns(id)
  return <Rows rows={allowanceOf(runs, plan)} />
}

const readUsage = async (signal: AbortSignal): Promise<Record<string, number>> => {
  const { usage } = await (await loadViewerApi()).call('usage.list', { signal })
  return Object.fromEntries(usage.map(({ tool, used }) => [tool, used]))
}

/** Someone else's: the runs that the service counts. */
const Viewed = ({ user: { id, plan } }: { readonly user: User }) => {
  const usage = useLoaded(id, readUsage)
  return (
    <>
      <PartState of={usage} failed={dashboardTexts.notLoaded} />
      {usage.value === undefined ? null : <Rows rows={allowanceOf(usage.value, plan)} />}
    </>
  )
}

/** Today's usage, the most used tools first. */
export const Allowance = ({ user, isOwn }: { readonly user: User; readonly isOwn: boolean }) => {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="sheet-h">
        <h2 id={id}>{overviewTexts.allowance}</h2>
        <span className="quiet xs">{dashboardTexts.planOf(user.plan)}</span>
      </div>
      {isOwn ? <Own user={user} /> : <Viewed user={user} />}
    </section>
  )
}

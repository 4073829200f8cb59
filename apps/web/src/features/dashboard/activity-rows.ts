import type { Activity } from '@netbox/contract'
import { findTool, type Severity, type Tool, type ToolDefinition, type ToolId, tools } from '@netbox/core'
import { statusLook } from '@netbox/product'
import type { RecentRun } from '../../lib/recent-runs.ts'
import { dashboardRunPath, type RunAddress, runState, toolPagePath } from '../../lib/share-link.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { overviewTexts } from '../../texts/overview.ts'

/** One line of what someone did. */
export interface ActivityRow {
  readonly key: string
  /** When it was: ISO 8601. */
  readonly at: string
  readonly severity: Severity | null
  readonly tool: ToolId | undefined
  readonly name: string
  /** The target. */
  readonly subject: string
  readonly outcome: string
  /** Where it can be seen again; a run that is kept with its seed comes out the same. */
  readonly again?: { readonly label: string; readonly href: string; readonly state?: unknown }
}

/** How many lines there are at first. */
export const FIRST_ROWS = 7

type Definition = Tool & ToolDefinition

// The service tells input and verdict in one text. A line of headers has its own colon, a name or an address none.
const partsOf = (detail: string, isMultiline: boolean): Pick<ActivityRow, 'subject' | 'outcome'> => {
  const end = isMultiline ? -1 : detail.indexOf(': ')
  return end === -1
    ? { subject: '', outcome: detail }
    : { subject: detail.slice(0, end), outcome: detail.slice(end + 2) }
}

const replayOf = (run: RunAddress): NonNullable<ActivityRow['again']> => ({
  label: overviewTexts.replay,
  href: dashboardRunPath(run),
  state: runState(run),
})

const againOf = (replay: Activity['replay'], tool: Definition): ActivityRow['again'] =>
  replay === null ? { label: overviewTexts.open, href: toolPagePath(tool) } : replayOf(replay)

const fromRun = ({ id, title, detail, severity, replay, created_at }: Activity): ActivityRow => {
  const tool: Definition | undefined = tools.find(({ name }) => name === title)
  const again = tool === undefined ? undefined : againOf(replay, tool)
  return {
    key: id,
    at: created_at,
    severity,
    tool: tool?.id,
    name: title,
    ...partsOf(detail, tool?.input.multiline === true),
    ...(again === undefined ? {} : { again }),
  }
}

const fromVerification = ({ id, title, detail, created_at: at }: Activity): ActivityRow => {
  const { label, tone } = statusLook(detail)
  return {
    key: id,
    at,
    severity: tone === 'neutral' ? 'info' : tone,
    tool: 'email-validation',
    name: overviewTexts.verification,
    subject: title,
    outcome: label,
    again: { label: overviewTexts.open, href: `${VERIFICATIONS_PATH}?${new URLSearchParams({ q: title })}` },
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

const fromBrowser = (run: RecentRun, at: number): ActivityRow => {
  const tool = findTool(run.tool)
  return {
    key: `${run.tool} ${run.seed} ${run.at} ${run.input}`,
    at: new Date(at).toISOString(),
    severity: run.severity,
    tool: tool?.id,
    name: tool?.name ?? run.tool,
    subject: run.input.split('\n', 1)[0] ?? '',
    outcome: run.sentence,
    again: replayOf(run),
  }
}

/** Merges the actions from the service and from this browser into one list, newest first. */
export const activityRows = (
  activities: readonly Activity[],
  runs: readonly RecentRun[],
  subject: string | undefined,
): ActivityRow[] => {
  const own = runs.flatMap((run) =>
    subject !== undefined && run.subject === subject && run.ranAt !== undefined ? [fromBrowser(run, run.ranAt)] : [],
  )
  return [...activities.map((activity) => fromService[activity.kind](activity)), ...own].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
}

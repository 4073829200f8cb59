import type { Activity } from '@netbox/contract'
import { type Severity, type Tool, type ToolDefinition, type ToolId, tools } from '@netbox/core'
import { statusAppearance, type VerificationStatus } from '@netbox/product'
import { dashboardRunPath, runState, toolPagePath } from '../../lib/share-link.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { overviewTexts } from '../../texts/overview.ts'

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

const fromRun = ({ id, title, detail, severity, replay, created_at }: Activity): ActivityRow => {
  const tool: Definition | undefined = tools.find(({ name }) => name === title)
  const again = tool === undefined ? undefined : againOf(replay, tool)
  const scenario = replay?.scenario ?? ''
  return {
    key: id,
    at: created_at,
    severity,
    tool: tool?.id,
    name: title,
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

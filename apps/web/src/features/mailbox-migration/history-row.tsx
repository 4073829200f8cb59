import type { Migration } from '@netbox/contract'
import type { Severity } from '@netbox/core'
import { type MigrationStatus, migrationStatuses, migrationStatusLabel } from '@netbox/product'
import { Mark, Status, AbsentGlyph, StepGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'

/** The appearance of a request; 'unknown' for a status that only newer services have. */
interface MigrationState {
  readonly kind: MigrationStatus | 'unknown'
  /** The glyph next to the word; undefined for unfinished requests. */
  readonly severity?: Severity
}

const severities: Readonly<Partial<Record<MigrationStatus, Severity>>> = { completed: 'pass', failed: 'critical' }

/** Returns the appearance of a request with a status. */
export const migrationState = (status: string): MigrationState => {
  const kind = migrationStatuses.find((known) => known === status) ?? 'unknown'
  const severity = kind === 'unknown' ? undefined : severities[kind]
  return severity === undefined ? { kind } : { kind, severity }
}

/** Rounds a percentage and limits it to the range from 0 to 100. */
export const percentOf = (percentage: number): number =>
  Number.isFinite(percentage) ? Math.max(0, Math.min(100, Math.round(percentage))) : 0

/** Formats an instant in UTC, to the minute. */
export const minuteOf = (instant: string): string => instant.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2 UTC')

const [START, END, MIDDLE] = [9, 171, 10] as const

interface MigrationLineProps {
  readonly kind: MigrationState['kind']
  readonly percent: number
  /** The name of the progress bar, which only a request in progress has. */
  readonly label: string
}

const Way = ({ kind, percent }: Pick<MigrationLineProps, 'kind' | 'percent'>) => {
  const way = END - START
  switch (kind) {
    case 'completed':
      return <path className="stroke-signal" d={`M${START} ${MIDDLE}H${END}`} />
    case 'failed':
      return (
        <>
          <path className="stroke-signal" d={`M${START} ${MIDDLE}H${START + way * 0.4}`} />
          <path className="stroke-crit" strokeDasharray="5 4" d={`M${START + way * 0.4} ${MIDDLE}h24`} />
          <path
            className="stroke-crit"
            strokeWidth="2.5"
            d={`M${START + way * 0.6} 4l12 12M${START + way * 0.6 + 12} 4l-12 12`}
          />
        </>
      )
    case 'in_progress': {
      const at = START + (way * percent) / 100
      return (
        <>
          <path className="stroke-control" strokeDasharray="5 5" d={`M${at} ${MIDDLE}H${END}`} />
          <path className="stroke-signal" d={`M${START} ${MIDDLE}H${at}`} />
          <rect className="fill-signal" x={at - 5} y={MIDDLE - 5} width="10" height="10" />
        </>
      )
    }
    case 'pending':
    case 'unknown':
      return <path className="stroke-control" strokeDasharray="5 5" d={`M${START} ${MIDDLE}H${END}`} />
  }
}

const AWAITED = { className: 'fill-sheet stroke-control', strokeDasharray: '3 2.4' }
const nodes = {
  completed: { className: 'fill-sheet stroke-signal', strokeWidth: 3 },
  failed: { className: 'fill-sheet stroke-control' },
  in_progress: { className: 'fill-sheet stroke-control' },
  pending: AWAITED,
  unknown: AWAITED,
}

/** Draws a request as a line between two mailboxes: dashes for the part to come, a gap where it failed. */
const MigrationLine = ({ kind, percent, label }: MigrationLineProps) => {
  const progress =
    kind === 'in_progress'
      ? { role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent }
      : { 'aria-hidden': true }
  const source = kind === 'unknown' ? AWAITED : { className: 'fill-signal' }
  return (
    <svg className="h-5 w-full max-w-[180px] fill-none" strokeWidth="2" viewBox="0 0 180 20" {...progress}>
      <Way kind={kind} percent={percent} />
      <circle {...source} cx={START} cy={MIDDLE} r="6" />
      <circle {...nodes[kind]} cx={END} cy={MIDDLE} r="6" />
    </svg>
  )
}

const State = ({ status }: { readonly status: string }) => {
  const { kind, severity } = migrationState(status)
  const label = migrationStatusLabel(status)
  if (severity !== undefined) return <Status severity={severity}>{label}</Status>
  return kind === 'in_progress' ? (
    <Mark className="text-signal" glyph={<StepGlyph />}>
      {label}
    </Mark>
  ) : (
    <Mark className="text-ink-3" glyph={<AbsentGlyph />}>
      {label}
    </Mark>
  )
}

const Mailbox = ({ email, host, port }: { readonly email: string; readonly host: string; readonly port: number }) => (
  <div className="min-w-0">
    <code className="block truncate font-mono text-sm font-medium">{email}</code>
    <span className="block truncate font-mono text-xs text-ink-3">
      {host}:{port}
    </span>
  </div>
)

const Times = ({ migration: { created_at: created, completed_at: completed } }: { readonly migration: Migration }) => (
  <p className="mt-0.5 text-xs text-ink-3">
    <span className="block whitespace-nowrap">
      {migrationTexts.asked} <time dateTime={created}>{minuteOf(created)}</time>
    </span>
    {completed === null ? null : (
      <span className="block whitespace-nowrap">
        {migrationTexts.done} <time dateTime={completed}>{minuteOf(completed)}</time>
      </span>
    )}
  </p>
)

/** One request: source and destination, with the progress between them. */
export const HistoryRow = ({ migration }: { readonly migration: Migration }) => {
  const { status, error_message: error } = migration
  const { kind } = migrationState(status)
  const percent = percentOf(migration.progress_percentage)
  const { source_email: from, destination_email: to } = migration
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_224px_minmax(0,1fr)_190px] items-center gap-x-5 gap-y-1 border-t border-rule px-6 py-2.5 max-xl:grid-cols-2 max-md:grid-cols-1 max-md:px-4">
      <Mailbox email={from} host={migration.source_host} port={migration.source_port} />
      <div className="flex items-center gap-2.5 font-mono text-sm font-medium whitespace-nowrap max-xl:order-1 max-md:order-none">
        <MigrationLine kind={kind} percent={percent} label={migrationTexts.fromTo(from, to)} />
        {kind === 'in_progress' ? <span>{percent} %</span> : null}
      </div>
      <Mailbox email={to} host={migration.destination_host} port={migration.destination_port} />
      <div className="max-xl:order-2 max-md:order-none">
        <State status={status} />
        <Times migration={migration} />
      </div>
      {kind === 'failed' ? (
        <p className="col-span-full text-sm text-crit wrap-anywhere max-xl:order-3 max-md:order-none">
          {error ?? migrationTexts.noReason}
        </p>
      ) : null}
    </li>
  )
}

import type { Migration } from '@netbox/contract'
import { migrationStatusLabel } from '@netbox/product'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { MigrationLine } from './migration-line.tsx'
import { migrationLook, momentOf, percentOf } from './migration-look.ts'

const Mark = ({ status }: { readonly status: string }) => {
  const { kind, severity } = migrationLook(status)
  const label = migrationStatusLabel(status)
  if (severity !== undefined) return <Status severity={severity}>{label}</Status>
  return (
    <span className={kind === 'in_progress' ? 'st going' : 'st non'}>
      {kind === 'in_progress' ? <StepGlyph /> : <AbsentGlyph />}
      {label}
    </span>
  )
}

const Mailbox = ({ email, host, port }: { readonly email: string; readonly host: string; readonly port: number }) => (
  <div className="mb-box">
    <code>{email}</code>
    <span>
      {host}:{port}
    </span>
  </div>
)

const Times = ({ migration: { created_at: created, completed_at: completed } }: { readonly migration: Migration }) => (
  <p className="mb-times">
    <span>
      {migrationTexts.asked} <time dateTime={created}>{momentOf(created)}</time>
    </span>
    {completed === null ? null : (
      <span>
        {migrationTexts.done} <time dateTime={completed}>{momentOf(completed)}</time>
      </span>
    )}
  </p>
)

/** One request: source and destination, with the progress between them. */
export const HistoryRow = ({ migration }: { readonly migration: Migration }) => {
  const { status, error_message: error } = migration
  const { kind } = migrationLook(status)
  const percent = percentOf(migration.progress_percentage)
  const { source_email: from, destination_email: to } = migration
  return (
    <li className="mb-row">
      <Mailbox email={from} host={migration.source_host} port={migration.source_port} />
      <div className="mb-way">
        <MigrationLine kind={kind} percent={percent} label={migrationTexts.fromTo(from, to)} />
        {kind === 'in_progress' ? <span>{percent} %</span> : null}
      </div>
      <Mailbox email={to} host={migration.destination_host} port={migration.destination_port} />
      <div className="mb-state">
        <Mark status={status} />
        <Times migration={migration} />
      </div>
      {kind === 'failed' ? <p className="mb-error">{error ?? migrationTexts.noReason}</p> : null}
    </li>
  )
}

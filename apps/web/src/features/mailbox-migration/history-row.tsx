import type { Migration } from '@netbox/contract'
import { migrationStatusLabel } from '@netbox/product'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { MigrationLine } from './migration-line.tsx'
import { migrationState, minuteOf, percentOf } from './migration-state.ts'
import * as chip from '../../components/ui/chip.module.css'
import * as styles from './history-stage.module.css'

const Mark = ({ status }: { readonly status: string }) => {
  const { kind, severity } = migrationState(status)
  const label = migrationStatusLabel(status)
  if (severity !== undefined) return <Status severity={severity}>{label}</Status>
  return (
    <span className={kind === 'in_progress' ? `${chip.st} ${styles.going}` : `${chip.st} non`} data-status>
      {kind === 'in_progress' ? <StepGlyph /> : <AbsentGlyph />}
      {label}
    </span>
  )
}

const Mailbox = ({ email, host, port }: { readonly email: string; readonly host: string; readonly port: number }) => (
  <div className={styles.mbBox}>
    <code>{email}</code>
    <span>
      {host}:{port}
    </span>
  </div>
)

const Times = ({ migration: { created_at: created, completed_at: completed } }: { readonly migration: Migration }) => (
  <p className={styles.mbTimes}>
    <span>
      {migrationTexts.asked} <time dateTime={created}>{minuteOf(created)}</time>
    </span>
    {completed === null ? null : (
      <span>
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
    <li className={styles.mbRow}>
      <Mailbox email={from} host={migration.source_host} port={migration.source_port} />
      <div className={styles.mbWay}>
        <MigrationLine kind={kind} percent={percent} label={migrationTexts.fromTo(from, to)} />
        {kind === 'in_progress' ? <span>{percent} %</span> : null}
      </div>
      <Mailbox email={to} host={migration.destination_host} port={migration.destination_port} />
      <div className={styles.mbState}>
        <Mark status={status} />
        <Times migration={migration} />
      </div>
      {kind === 'failed' ? <p className={styles.mbError}>{error ?? migrationTexts.noReason}</p> : null}
    </li>
  )
}

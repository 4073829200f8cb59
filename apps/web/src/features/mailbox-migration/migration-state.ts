import type { Severity } from '@netbox/core'
import { migrationStatuses, type MigrationStatus } from '@netbox/product'

/** The appearance of a request; 'unknown' for a status that only newer services have. */
export interface MigrationState {
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

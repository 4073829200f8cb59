import { migrationStatusLabels } from '../messages/mailbox-migration.ts'

/** The statuses of a migration record; a new one is pending. Source: spec §4. */
export const migrationStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const

/** A status of a migration record. */
export type MigrationStatus = (typeof migrationStatuses)[number]

/**
 * Returns the display text of a migration status; an unknown status stays unchanged.
 *
 * @example
 * import { migrationStatusLabel } from '@netbox/product'
 * migrationStatusLabel('in_progress') // => 'In progress'
 * migrationStatusLabel('paused') // => 'paused'
 */
export function migrationStatusLabel(status: string): string {
  const known = migrationStatuses.find((candidate) => candidate === status)
  return known === undefined ? status : migrationStatusLabels[known]
}

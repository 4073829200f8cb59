import { migrationStatusLabels } from '../messages/mailbox-migration.ts'

/** Lists the statuses of a migration record; a new one is pending. Source: spec §4. */
export const migrationStatuses = ['pending', 'in_progress', 'completed', 'failed'] as const

/** Names a status of a migration record. */
export type MigrationStatus = (typeof migrationStatuses)[number]

/**
 * Names a status as people read it; any text but the four statuses stays as it is.
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

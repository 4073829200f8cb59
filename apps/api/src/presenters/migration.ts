import type { Migration } from '@netbox/contract'
import type { EmailMigrationTable } from '../db/schema.ts'
import type { SealedColumn } from '../sealing/sealed-repository.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

/** A record as it is shown: without passwords. */
export type MigrationRow = Omit<EmailMigrationTable, SealedColumn>

/** Shows a record to its owner. Field by field: a column that is added later is not shown by chance. */
export const presentMigration = (row: MigrationRow): Migration => ({
  id: row.id,
  user_id: row.user_id,
  source_host: row.source_host,
  source_port: row.source_port,
  source_email: row.source_email,
  destination_host: row.destination_host,
  destination_port: row.destination_port,
  destination_email: row.destination_email,
  status: row.status,
  progress_percentage: row.progress_percentage,
  error_message: row.error_message,
  created_at: isoTime(row.created_at),
  completed_at: isoTimeOrNull(row.completed_at),
})

/** A request to move a mailbox. Its passwords are encrypted (JWE). */
export interface EmailMigrationTable {
  id: string
  user_id: string
  source_host: string
  source_port: number
  source_email: string
  source_password_encrypted: string
  destination_host: string
  destination_port: number
  destination_email: string
  destination_password_encrypted: string
  status: 'pending' | 'in_progress' | 'completed' | 'failed'
  progress_percentage: number
  error_message: string | null
  created_at: number
  completed_at: number | null
}

/** The tables of requests to move mailboxes. */
export interface MigrationTables {
  email_migrations: EmailMigrationTable
}

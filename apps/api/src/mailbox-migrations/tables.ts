import { table, type TableShape } from '../database/create-table.ts'

/** A request to move a mailbox. Passwords are encrypted (JWE). */
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

/** The table of mailbox migrations. */
export interface MailboxMigrationTables {
  email_migrations: EmailMigrationTable
}

/** The first table of mailbox migrations. */
export const mailboxMigrationTables: readonly TableShape[] = [
  table<EmailMigrationTable>({
    name: 'email_migrations',
    columns: {
      id: 'id',
      user_id: 'id',
      source_host: 'key',
      source_port: 'number',
      source_email: 'email',
      source_password_encrypted: 'text',
      destination_host: 'key',
      destination_port: 'number',
      destination_email: 'email',
      destination_password_encrypted: 'text',
      status: 'word',
      progress_percentage: 'number',
      error_message: 'text?',
      created_at: 'milliseconds',
      completed_at: 'milliseconds?',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [
      ['user_id', 'created_at', 'id'],
      ['status', 'created_at'],
    ],
  }),
]

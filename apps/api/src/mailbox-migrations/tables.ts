import { type RowOf, table, word } from '../database/create-table.ts'

/** A request to move a mailbox. Passwords are encrypted (JWE). */
export type EmailMigrationTable = RowOf<typeof emailMigrations>
const emailMigrations = table('email_migrations', {
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
    status: word<'pending' | 'in_progress' | 'completed' | 'failed'>(),
    progress_percentage: 'number',
    error_message: 'text?',
    created_at: 'milliseconds',
    completed_at: 'milliseconds?',
  },
  belongsTo: { user_id: 'users' },
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['status', 'created_at'],
  ],
})

/** The first table of mailbox migrations. */
export const mailboxMigrationTables = [emailMigrations] as const

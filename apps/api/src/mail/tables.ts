import type { OneTimeCodeTable } from '../accounts/tables.ts'
import { table, type TableShape } from '../database/create-table.ts'

/** Mail to send, written in the transaction that causes it. */
export interface OutboxTable {
  id: string
  recipient: string
  template: OneTimeCodeTable['purpose'] | 'password-changed' | 'account-deleted' | 'factor-tries'
  /** JSON for the template. */
  data: string
  created_at: number
  next_attempt_at: number
  attempts: number
  sent_at: number | null
  last_error: string | null
}

/** The table of mail. */
export interface MailTables {
  outbox: OutboxTable
}

/** The first table of mail. */
export const mailTables: readonly TableShape[] = [
  table<OutboxTable>({
    name: 'outbox',
    columns: {
      id: 'id',
      recipient: 'email',
      template: 'word',
      data: 'text',
      created_at: 'milliseconds',
      next_attempt_at: 'milliseconds',
      attempts: 'number',
      sent_at: 'milliseconds?',
      last_error: 'text?',
    },
    primaryKey: ['id'],
    indexes: [['sent_at', 'next_attempt_at'], ['next_attempt_at']],
  }),
]

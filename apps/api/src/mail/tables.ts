import type { OneTimeCodeTable } from '../accounts/tables.ts'
import { type RowOf, table, word } from '../database/create-table.ts'

/** Mail to send, written in the transaction that causes it. */
export type OutboxTable = RowOf<typeof outbox>
const outbox = table('outbox', {
  columns: {
    id: 'id',
    recipient: 'email',
    template: word<
      OneTimeCodeTable['purpose'] | 'password-changed' | 'account-deleted' | 'factor-tries' | 'link-created'
    >(),
    /** JSON for the template. */
    data: 'text',
    created_at: 'milliseconds',
    next_attempt_at: 'milliseconds',
    attempts: 'number',
    sent_at: 'milliseconds?',
    last_error: 'text?',
  },
  indexes: [['sent_at', 'next_attempt_at'], ['next_attempt_at']],
})

/** The first table of mail. */
export const mailTables = [outbox] as const

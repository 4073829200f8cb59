import type { Clock } from '@netbox/core'
import type { CodeData } from '../accounts/codes/codes.ts'
import type { Queries } from '../database/database.ts'
import { insertRow } from '../database/dialects.ts'
import type { OutboxTable } from '../schema.ts'
import { newId } from '../random.ts'

/** The maximum number of tries for a message. */
export const MOST_TRIES = 8

/** A queued message. Its text is written when it is sent, so the database contains no code in plain text. */
export interface Posted {
  readonly recipient: string
  readonly template: OutboxTable['template']
  /** The options for its link; default: netbox's own page. */
  readonly data?: CodeData & { readonly half?: 'current' | 'new' }
}

/** Creates the queue for mail. Each message is written in the transaction that causes it. */
export const createOutbox = (clock: Pick<Clock, 'now'>, wake: () => void) => ({
  post: (queries: Queries, { recipient, template, data = {} }: Posted): Promise<void> => {
    const now = clock.now()
    return insertRow(queries, 'outbox', {
      id: newId(),
      recipient,
      template,
      data: JSON.stringify(data),
      created_at: now,
      next_attempt_at: now,
      attempts: 0,
      sent_at: null,
      last_error: null,
    })
  },
  /**
   * Notifies the sender of this process. Call it after the transaction; before that, the sender would find no mail and wait for its next
   * round.
   */
  wake,
})

export type Outbox = ReturnType<typeof createOutbox>

import type { Clock } from '@netbox/core'
import type { CodeData } from '../accounts/codes.ts'
import type { Queries } from '../db/database.ts'
import { insertRow } from '../db/dialects.ts'
import type { OutboxTable } from '../db/schema.ts'
import { newId } from '../random.ts'

/** How often a mail is tried; then nobody tries any more. */
export const MOST_TRIES = 8

/** A queued mail. Its text is written when it is sent, so the database has no code in clear. */
export interface Posted {
  readonly recipient: string
  readonly template: OutboxTable['template']
  /** The options for its link; default: it leads to netbox's own page. */
  readonly data?: CodeData & { readonly half?: 'current' | 'new' }
}

/** Where mail is written to, in the transaction that causes it. */
export interface Outbox {
  post(queries: Queries, mail: Posted): Promise<void>
  /**
   * Tells the sender of this process that there is mail. Call it once the transaction is over: before that the sender would find
   * nothing and wait for its next run.
   */
  wake(): void
}

/** Makes the outbox. Without a `wake` mail waits until a sender looks by itself. */
export const createOutbox = ({
  clock,
  wake = () => undefined,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly wake?: () => void
}): Outbox => ({
  post: async (queries, { recipient, template, data = {} }) => {
    const now = clock.now()
    await insertRow(queries, 'outbox', {
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
  wake,
})

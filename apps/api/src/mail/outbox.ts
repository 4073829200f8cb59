import type { Clock } from '@netbox/core'
import type { Queries } from '../db/database.ts'
import type { OutboxTable } from '../db/schema.ts'
import { newId } from '../random.ts'
import { insertMail } from './outbox-repository.ts'

/** A mail that somebody shall get. What it says is written when it is sent, so no code stands in the database in clear. */
export interface Posted {
  readonly recipient: string
  readonly template: OutboxTable['template']
}

/** Where mail is written to, in the transaction that causes it. */
export interface Outbox {
  post(queries: Queries, mail: Posted): Promise<void>
}

/** Makes the outbox. `wake` is called after a mail was written, so that a sender in this process need not find it by chance. */
export const createOutbox = ({
  clock,
  wake,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly wake?: () => void
}): Outbox => ({
  post: async (queries, { recipient, template }) => {
    const now = clock.now()
    await insertMail(queries, {
      id: newId(),
      recipient,
      template,
      data: '{}',
      created_at: now,
      next_attempt_at: now,
      attempts: 0,
      sent_at: null,
      last_error: null,
    })
    wake?.()
  },
})

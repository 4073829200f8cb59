import type { Clock } from '@netbox/core'
import { newSecret } from '../random.ts'
import type { Mailer, Message } from './smtp-mailer.ts'

/** A message that the mailbox keeps. */
export interface KeptMessage extends Message {
  readonly sentAt: number
}

/** The mailer of development: it keeps the latest messages in memory. */
export interface DevMailbox extends Mailer {
  /** The secret in the URL of the page, new at each start. A proxy on this machine may let anybody ask for the page. */
  readonly token: string
  /** Returns the messages, newest first. */
  list(): readonly KeptMessage[]
}

const MOST_KEPT = 200

export const createDevMailbox = (clock: Pick<Clock, 'now'>): DevMailbox => {
  const kept: KeptMessage[] = []
  return {
    token: newSecret(24),
    send: async (message) => {
      kept.unshift({ ...message, sentAt: clock.now() })
      kept.length = Math.min(kept.length, MOST_KEPT)
    },
    close: () => undefined,
    list: () => kept,
  }
}

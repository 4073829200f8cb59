import type { Clock } from '@netbox/core'
import { SECOND } from '../clock.ts'
import { updateRow } from '../database/dialects.ts'
import type { Database } from '../database/database.ts'
import type { OutboxTable } from '../schema.ts'
import type { Counter } from '../metrics.ts'
import type { Permission } from '../rate-limits/rate-limits.ts'
import { createBackgroundJob, neverAborted, waitAtMost } from '../jobs/background-job.ts'
import type { Mailer, Message } from './smtp-mailer.ts'
import { createOutbox, MOST_TRIES } from './outbox.ts'
import { claimMail, listDue } from './outbox-repository.ts'

/** A message whose recipient is known. Its text, which may contain a new code, is written only if it is sent. */
export interface Addressed {
  readonly to: string
  /** Whether the message tells the owner about a change of the account. Beyond the limit it waits; other messages are dropped. */
  readonly isNotice: boolean
  write(): Promise<Message>
}

/** Finds the recipient of a row; undefined if there is none or the message is no longer needed. */
export type AddressMessage = (mail: OutboxTable) => Promise<Addressed | undefined>

export interface SenderOptions {
  readonly database: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly addressMessage: AddressMessage
  /** Counts a message to an address against the limit for all messages to it. */
  readonly take: (to: string) => Promise<Permission>
  /** Logs when the mail server begins to refuse mail, and when it accepts mail again; a pino logger is suitable. */
  readonly log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Counts tries by outcome. */
  readonly counted?: Counter
}

const BATCH = 20
const EVERY = 2 * SECOND
const FIRST_PAUSE = 30 * SECOND
const LONGEST_PAUSE = 60 * 60 * SECOND
/**
 * The duration of a claim, in milliseconds: longer than the transport's limit for a try, so that no other process claims a message that is
 * still being sent.
 */
const CLAIM = 10 * 60 * SECOND
const STOP_TIMEOUT = 5 * SECOND
const ERROR_LENGTH = 500

/** Returns the wait after a number of failed tries: half a minute, doubled each time, at most an hour. */
const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1))

const textOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  // The conversion to bytes replaces a lone surrogate, which the cut may leave and databases refuse.
  return Buffer.from(text.slice(0, ERROR_LENGTH)).toString()
}

/**
 * Creates the job that sends the mail of the outbox. Several processes may run it at once. It gives up on a message after eight tries.
 */
export const createSender = (options: SenderOptions) => {
  const { database, clock, mailer, addressMessage, take, log, counted } = options
  const { queries, writer } = database

  // One line for each cause, because a broken server refuses every message.
  let refusal: string | undefined
  const noteSuccess = (): void => {
    counted?.inc({ outcome: 'done' })
    if (refusal !== undefined) log?.info({}, 'The mail server accepts mail again')
    refusal = undefined
  }
  const noteFailure = (fields: object & { readonly error: string }): void => {
    counted?.inc({ outcome: 'failed' })
    if (refusal !== fields.error)
      log?.warn(fields, `The mail server refuses mail, which waits for the next try: ${fields.error}`)
    refusal = fields.error
  }

  const note = ({ id }: OutboxTable, change: Partial<OutboxTable>) => updateRow(writer, 'outbox', id, change)
  /** Records that a message is finished: it was sent, or has no recipient. */
  const finish = (mail: OutboxTable, remark: string | null = null) =>
    note(mail, { sent_at: clock.now(), last_error: remark })

  const deliver = async (mail: OutboxTable): Promise<void> => {
    const addressed = await addressMessage(mail)
    if (addressed === undefined) return finish(mail, 'The message no longer has a recipient')
    const permission = await take(addressed.to)
    if (!permission.isAllowed) {
      if (!addressed.isNotice) return finish(mail, 'Too many messages to this recipient')
      // The row had these attempts before the claim, so the try does not count.
      return note(mail, { attempts: mail.attempts, next_attempt_at: clock.now() + permission.retryAfter * SECOND })
    }
    try {
      await mailer.send(await addressed.write(), mail.id)
    } catch (error) {
      await permission.release()
      throw error
    }
    noteSuccess()
    await finish(mail)
  }

  const tryOne = async (mail: OutboxTable): Promise<boolean> => {
    if (!(await claimMail(writer, mail, clock.now() + CLAIM))) return false
    try {
      await deliver(mail)
      return true
    } catch (error) {
      const tries = mail.attempts + 1
      const failure = { mail: mail.id, template: mail.template, tries, error: textOf(error) }
      noteFailure(failure)
      await note(mail, { next_attempt_at: clock.now() + pauseAfter(tries), last_error: textOf(error) })
      return false
    }
  }

  /** Sends all due mail, or as much as possible before the signal aborts; returns the number of finished messages. */
  const sendDue = async (signal = neverAborted): Promise<number> => {
    let done = 0
    for (;;) {
      const due = await listDue(queries, { now: clock.now(), tries: MOST_TRIES, limit: BATCH })
      for (const mail of due) {
        if (signal.aborted) return done
        if (await tryOne(mail)) done += 1
      }
      if (due.length < BATCH) return done
    }
  }

  const job = createBackgroundJob({
    clock,
    run: async (signal) => {
      await sendDue(signal)
      return false
    },
    pause: () => EVERY,
    // The database is unavailable; the mail stays queued.
    onFailure: (error) => log?.warn({ error: textOf(error) }, 'The outbox cannot be read'),
  })
  return {
    ...job,
    sendDue,
    /** Stops; a message that is being sent has five seconds to finish. Otherwise it is tried again after its claim expires. */
    stop: () => waitAtMost(clock, STOP_TIMEOUT, job.stop()),
  }
}

/** Creates the outbox with its sender. */
export const createMail = (options: SenderOptions) => {
  const sender = createSender(options)
  const stop = async () => {
    await sender.stop()
    options.mailer.close()
  }
  return { outbox: createOutbox(options.clock, sender.wake), sender, start: sender.start, stop }
}

import type { Clock } from '@netbox/core'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { createOutbox } from '../mail/outbox.ts'
import { type AddressMessage, createSender, type SenderOptions } from '../mail/sender.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'

/** The options for sending mail. */
export interface MailOptions {
  readonly settings: Config['mail']
  readonly database: Database
  readonly clock: Clock
  readonly addressMessage: AddressMessage
  readonly take: SenderOptions['take']
  readonly log: { warn(fields: object, message: string): void }
}

/** Creates the outbox and its sender; undefined if no mail server is configured. */
export const createMail = ({ settings, database, clock, addressMessage, take, log }: MailOptions) => {
  const { smtpUrl: url, ...rest } = settings
  if (url === undefined) return undefined
  const mailer = createSmtpMailer({ url, ...rest })
  const sender = createSender({ database, clock, mailer, addressMessage, take, log })
  const stop = async () => {
    await sender.stop()
    mailer.close()
  }
  return { outbox: createOutbox({ clock, wake: sender.wake }), sender, start: sender.start, stop }
}

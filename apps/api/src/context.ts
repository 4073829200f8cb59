import type { Clock } from '@netbox/core'
import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { DevMailbox } from './mail/dev-mailbox.ts'
import type { Mailer } from './mail/smtp-mailer.ts'
import type { Metrics } from './metrics.ts'

/** The parts that all modules of a process share. compose.ts creates each once. */
export interface Context {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  readonly metrics: Metrics
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined
  /** The mailbox that receives the mail in development; undefined if it is off. */
  readonly mailbox: DevMailbox | undefined
  /** Generates a random id. */
  readonly newId: () => string
}

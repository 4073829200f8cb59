import { type Infer, integer, list, object, oneOf, text } from '../../schema/schema.ts'
import { daily, defineTool } from '../define-tool.ts'
import { type Input, type Endpoint, endpointInput } from '../../inputs/inputs.ts'
import { isAddress } from '../../foundation/addresses.ts'
import type { emailMigrationCodes } from './email-migration.codes.ts'

const IMAPS = 993

const endpoint = endpointInput('IMAP Details', IMAPS)

// Matches email addresses but not URLs: a URL may also contain an at sign, but it already contains its host.
const EMAIL_SHAPE = /^[^\s@:/[\]]+@[^\s@/]+$/

/**
 * An input that accepts `host[:port]`; the default port is 993 (spec §9). An email address means the `imap.` host of its domain, the usual
 * name at most providers.
 */
export const imapInput: Input<Endpoint> = {
  type: endpoint.type,
  parse: (typed) => {
    const parsed = endpoint.parse(typed)
    if (parsed === undefined || !EMAIL_SHAPE.test(typed)) return parsed
    // `ana@198.51.100.25` is not a mailbox, and an IP address can't have an `imap.` label.
    return isAddress(parsed.value.host) ? undefined : endpoint.parse(`imap.${parsed.canonical}`)
  },
}

const result = object({
  host: text(),
  port: integer(),
  status: oneOf('CONFIGURED'),
  source_folders: list(object({ name: text(), messages: integer() })),
  estimated_emails: integer('messages in all folders'),
  estimated_size: text('like 1.8 GB'),
  migration_id: text(),
  next_steps: list(text()),
})

/** The result of `email-migration` (spec §3). A source that does not answer has no folders to count. */
export type EmailMigrationResult = Infer<typeof result>

/** The codes of the findings of `email-migration`. */
export type EmailMigrationCode = keyof typeof emailMigrationCodes

/** Email Migration: the content of a mailbox before its migration (RFC 9051). The tool transfers nothing. */
export const emailMigration = defineTool({
  id: 'email-migration',
  name: 'Email Migration',
  description: 'The content of a mailbox, and the steps to move it elsewhere.',
  question: 'What would move with this mailbox?',
  aliases: ['migration'],
  input: imapInput,
  placeholder: 'imap.mail.example:993',
  features: ['Folders and messages', 'Estimated size', 'Steps in order'],
  limits: daily(0, 10, 50),
  delay: 3000,
  picker: { category: 'email', id: 'email-migration', free: true, requiresLogin: true },
  dashboard: 'email',
  resultSchema: result,
  load: async () => (await import('./email-migration.simulation.ts')).emailMigrationSimulation,
})

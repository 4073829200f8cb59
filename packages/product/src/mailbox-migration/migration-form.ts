import { migrationFormMessages } from '../messages/mailbox-migration.ts'
import { presets, type PresetId } from './presets.ts'

/** The port of IMAP over TLS, the default. Source: spec §9. */
export const IMAP_PORT = 993

/** The port of plain IMAP, the fallback of a connection test. Source: spec §9. */
export const IMAP_FALLBACK_PORT = 143

/** One mailbox of the form, as typed. Source: spec §3. */
export type MailboxForm = {
  readonly provider: PresetId
  readonly host: string
  readonly port: string
  readonly email: string
  readonly password: string
}

/** One of the two mailboxes of a migration. */
export type MailboxSide = 'source' | 'destination'

/** The migration form, as typed: two mailboxes. */
export type MigrationForm = Readonly<Record<MailboxSide, MailboxForm>>

/** A field of a mailbox that can be invalid. */
export type MailboxField = 'host' | 'port' | 'email' | 'password'

/** The error of one field. */
export type FieldProblem = {
  readonly side: MailboxSide
  readonly field: MailboxField
  readonly code: 'required' | 'invalid_port'
  readonly message: string
}

/** The result of validating a migration form: whether it may be submitted, its message, and the problem of each field. */
export type MigrationValidation = {
  readonly valid: boolean
  readonly message: { readonly kind: 'info' | 'error'; readonly text: string }
  readonly problems: readonly FieldProblem[]
}

/** An empty mailbox with the default port. */
export const emptyMailbox: MailboxForm = {
  provider: 'custom',
  host: '',
  port: String(IMAP_PORT),
  email: '',
  password: '',
}

/**
 * Selects a provider. Its host and port fill the form; Custom keeps the host.
 *
 * @example
 * const { host, port } = withPreset(emptyMailbox, 'gmail')
 * host // => 'imap.gmail.com'
 * port // => '993'
 */
export function withPreset(mailbox: MailboxForm, provider: PresetId): MailboxForm {
  const host = presets.find((preset) => preset.id === provider)?.host
  return host ? { ...mailbox, provider, host, port: String(IMAP_PORT) } : { ...mailbox, provider }
}

/**
 * Parses a port: 993 if the text is not a number.
 *
 * @returns `undefined` for an invalid port number: below 1, above 65535 or not whole. Source: spec §5.
 * @example
 * import { parsePort } from '@netbox/product'
 * parsePort('143') // => 143
 * parsePort('') // => 993
 * parsePort('65536') // => undefined
 */
export function parsePort(text: string): number | undefined {
  const trimmed = text.trim()
  if (!/^[+-]?\d+(?:\.\d*)?$/.test(trimmed)) return IMAP_PORT
  const port = Number(trimmed)
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined
}

/**
 * Validates a migration form: valid if the user is signed in and every field is filled in. The form tells signed-in users that nothing is
 * transferred, and asks others to log in. Source: spec §5.
 *
 * @example
 * const { valid, problems } = validateMigration({ source: emptyMailbox, destination: emptyMailbox }, { signedIn: true })
 * valid // => false
 * problems[0].field // => 'host'
 */
export function validateMigration(
  form: MigrationForm,
  { signedIn }: { readonly signedIn: boolean },
): MigrationValidation {
  const problems = [...problemsOf('source', form.source), ...problemsOf('destination', form.destination)]
  if (!signedIn) {
    return { valid: false, message: { kind: 'error', text: migrationFormMessages.loginRequired }, problems }
  }
  return { valid: problems.length === 0, message: { kind: 'info', text: migrationFormMessages.info }, problems }
}

const fields: readonly MailboxField[] = ['host', 'port', 'email', 'password']

function problemsOf(side: MailboxSide, mailbox: MailboxForm): readonly FieldProblem[] {
  return fields.flatMap((field): FieldProblem[] => {
    if (field === 'port') return parsePort(mailbox.port) === undefined ? [invalidPort(side)] : []
    // A password may be blank; the other fields may not.
    const value = field === 'password' ? mailbox.password : mailbox[field].trim()
    return value === '' ? [{ side, field, code: 'required', message: migrationFormMessages.required }] : []
  })
}

function invalidPort(side: MailboxSide): FieldProblem {
  return { side, field: 'port', code: 'invalid_port', message: migrationFormMessages.invalidPort }
}

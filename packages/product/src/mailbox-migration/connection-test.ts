import { connectionTestErrors } from '../messages/mailbox-migration.ts'
import { IMAP_FALLBACK_PORT, IMAP_PORT, parsePort, type MailboxForm } from './migration-form.ts'
import { isPresetHost } from './presets.ts'

/** The duration of a simulated connection test, in milliseconds. Source: spec §9. */
export const CONNECTION_TEST_DELAY = 1500

/** The share of simulated connection tests that succeed for a host without a preset. Source: spec §9. */
export const CONNECTION_TEST_ODDS = 0.7

/** The state of a connection test. Source: spec §4. */
export type ConnectionTestState = 'testing' | 'success' | 'failed'

/** The result of a connection test; `error` is null after a success. Source: spec §3. */
export type ConnectionTestResult = {
  readonly host: string
  readonly port: number
  readonly status: Exclude<ConnectionTestState, 'testing'>
  readonly error: string | null
}

/**
 * Returns whether a mailbox can be tested: host, email and password are filled in. Source: spec §2.
 *
 * @example
 * canTestConnection(emptyMailbox) // => false
 * canTestConnection({ ...emptyMailbox, host: 'mail.example', email: 'ana@mail.example', password: 'secret' }) // => true
 */
export function canTestConnection({ host, email, password }: MailboxForm): boolean {
  return host.trim() !== '' && email.trim() !== '' && password !== ''
}

/**
 * Simulates a connection test: the host of a preset answers, and any other host answers in 70 of 100 cases. No server is contacted. The
 * caller waits `CONNECTION_TEST_DELAY`, because it has the clock. Source: spec §9.
 *
 * @param mailbox - the mailbox as typed; an invalid port fails the test.
 * @param world - `fraction`, a number from 0 (included) to 1 (excluded), decides the outcome for hosts without a preset.
 * @example
 * const mailbox = { ...withPreset(emptyMailbox, 'gmail'), email: 'ana@mail.example', password: 'secret' }
 * testConnection(mailbox, { fraction: 0.99 }).status // => 'success'
 * testConnection({ ...mailbox, host: 'mail.example' }, { fraction: 0.99 }).status // => 'failed'
 */
export function testConnection(
  mailbox: MailboxForm,
  { fraction }: { readonly fraction: number },
): ConnectionTestResult {
  const host = mailbox.host.trim()
  const port = parsePort(mailbox.port)
  if (port === undefined) return { host, port: IMAP_PORT, status: 'failed', error: connectionTestErrors.failed }
  if (isPresetHost(host) || fraction < CONNECTION_TEST_ODDS) return { host, port, status: 'success', error: null }
  return { host, port, status: 'failed', error: errorOn(port) }
}

// The advice to try a custom port helps only users of the default port.
function errorOn(port: number): string {
  const isStandard = port === IMAP_PORT || port === IMAP_FALLBACK_PORT
  return isStandard ? connectionTestErrors.unableToConnect : connectionTestErrors.failed
}

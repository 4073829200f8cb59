import type { VerificationStatus } from '@netbox/product'

/** Names what one `RCPT TO` came to, or why there was none. */
export type Outcome =
  | 'accepted'
  | 'no_mailbox'
  | 'disabled'
  | 'full'
  | 'greylisted'
  | 'temporary'
  | 'refused_us'
  | 'cannot_tell'
  | 'no_connect'
  | 'timeout'
  | 'protocol_error'

/**
 * The reason of a result's status, for programs. An outcome that decides by itself is its own reason; the others tell what
 * was found beside it, or before any server was asked.
 */
export type Reason =
  | Exclude<Outcome, 'accepted'>
  | 'mailbox_exists'
  | 'accepts_all'
  | 'catch_all_unknown'
  | 'provider_accepts_all'
  | 'disposable_domain'
  | 'bad_syntax'
  | 'no_such_domain'
  | 'null_mx'
  | 'no_mail_server'
  | 'forbidden_address'
  | 'dns_failed'
  | 'domain_limit'

/** The verification result of one address (spec §3). */
export interface VerificationResult {
  readonly email: string
  readonly status: VerificationStatus
  /** How sure the status is, from 0 to 100, for someone who decides whether to send. */
  readonly confidence: number
  /** The operator of the mail servers, from a table of their names: `Google Workspace`. */
  readonly provider: string | null
  /** The host that answered; where none did, the first that matters of those that the domain names; null if it names none. */
  readonly smtp_server: string | null
  readonly smtp_response_code: number | null
  /** One line without control characters, 512 characters at most. */
  readonly smtp_response_message: string | null
  /** How often it was tried, this time included. */
  readonly verification_attempts: number
  readonly reason: Reason
  /** Seconds after which another try may tell more. */
  readonly retry_after: number | null
  /** A role (`info`, `postmaster`), not a person. */
  readonly role: boolean
  /** Whether the answer was made up. */
  readonly simulated: boolean
}

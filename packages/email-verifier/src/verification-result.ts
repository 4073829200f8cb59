import type { VerificationStatus } from '@netbox/product'

/** The outcome of one `RCPT TO`, or the reason why there was none. */
export type RcptOutcome =
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
 * The reason for a result's status, as a code for programs. A decisive outcome is its own reason; the other reasons describe additional
 * findings, or checks before any server was contacted.
 */
export type Reason =
  | Exclude<RcptOutcome, 'accepted'>
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
  /** The confidence in the status, from 0 to 100, for the decision to send. */
  readonly confidence: number
  /** The operator of the mail servers, from a table of their names: `Google Workspace`. */
  readonly provider: string | null
  /** The host that answered; without an answer, the most relevant one of the domain's hosts; null if it has none. */
  readonly smtp_server: string | null
  readonly smtp_response_code: number | null
  /** One line without control characters, 512 characters at most. */
  readonly smtp_response_message: string | null
  /** The number of tries, including this one. */
  readonly verification_attempts: number
  readonly reason: Reason
  /** The number of seconds after which a retry may succeed. */
  readonly retry_after: number | null
  /** Whether the local part is a role (`info`, `postmaster`), not a person. */
  readonly role: boolean
  /** Whether the answer is simulated. */
  readonly simulated: boolean
}

import type { VerificationStatus } from '@netbox/product'
import type { Reason } from '../verification-result.ts'

/** The status and confidence of a reason. */
export interface Verdict {
  readonly status: VerificationStatus
  /** The confidence in the status, from 0 to 100, for the decision to send. */
  readonly confidence: number
  /** Whether a later try may change the status; then the result says when to try again. */
  readonly mayChange: boolean
}

const verdict = (status: VerificationStatus, confidence: number): Verdict => ({ status, confidence, mayChange: false })
const forNow = (status: VerificationStatus, confidence: number): Verdict => ({ status, confidence, mayChange: true })

/** The status and confidence of each reason. docs/email-verification.md says when each is wrong. */
export const verdicts: Readonly<Record<Reason, Verdict>> = {
  mailbox_exists: verdict('valid', 95),
  accepts_all: verdict('catch-all', 55),
  catch_all_unknown: verdict('unconfirmed', 55),
  provider_accepts_all: verdict('unconfirmed', 55),
  bad_syntax: verdict('invalid', 99),
  null_mx: verdict('invalid', 99),
  no_such_domain: verdict('invalid', 98),
  no_mailbox: verdict('invalid', 97),
  disabled: verdict('invalid', 92),
  no_mail_server: verdict('invalid', 90),
  disposable_domain: verdict('suspicious', 60),
  full: verdict('suspicious', 50),
  greylisted: forNow('unconfirmed', 40),
  temporary: forNow('unconfirmed', 30),
  cannot_tell: verdict('unconfirmed', 30),
  refused_us: verdict('unconfirmed', 25),
  domain_limit: verdict('unconfirmed', 20),
  timeout: verdict('unreachable', 20),
  forbidden_address: verdict('unreachable', 20),
  protocol_error: verdict('unreachable', 15),
  dns_failed: forNow('unreachable', 10),
  no_connect: verdict('unreachable', 10),
}

/** All reasons that a result may have. */
// The type of the table guarantees that its keys are all reasons.
export const reasons = Object.keys(verdicts) as readonly Reason[]

/** The waits before the next tries, in seconds: 6, 30 and 75 minutes. */
export const retrySchedule: readonly number[] = [6 * 60, 30 * 60, 75 * 60]

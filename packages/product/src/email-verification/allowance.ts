import { type Allowance, allowances, type PlanId } from '@netbox/core'
import { verificationNotices, type VerificationRefusalCode } from '../messages/email-verification.ts'

/**
 * The number of addresses that netbox lets a user of each plan verify. Free and anonymous users have a limit for each run, other users one
 * for the calendar month (UTC). Source: spec §9.
 */
export const verificationAllowances: Readonly<Record<PlanId, Allowance>> = {
  free: { ...allowances.free.emails, per: 'run' },
  pro: allowances.pro.emails,
  enterprise: { amount: allowances.enterprise.emails.amount, per: 'month' },
}

/** The maximum number of addresses that free and anonymous users can verify in one run. Source: spec §9. */
export const FREE_VERIFICATION_LIMIT = verificationAllowances.free.amount

const monthly = ({ amount, per }: Allowance): number => (per === 'month' ? amount : -1)

/** The number of addresses that a user of each plan may verify in a calendar month (UTC); -1 means no monthly limit. */
export const MONTHLY_VERIFICATIONS: Readonly<Record<PlanId, number>> = {
  free: monthly(verificationAllowances.free),
  pro: monthly(verificationAllowances.pro),
  enterprise: monthly(verificationAllowances.enterprise),
}

/** The user who verifies: the plan counts only for a signed-in user. */
export type Verifier = { readonly plan: PlanId; readonly signedIn: boolean }

/** The decision on a verification or an upload: allowed, or the reason for the refusal. */
export type VerificationDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly code: VerificationRefusalCode
      readonly title: string
      readonly message: string
    }

/**
 * Decides whether a list may be verified. Refuses an empty list, then more than 10 addresses without a paid plan. Source: spec §5.
 *
 * @example
 * import { checkVerification } from '@netbox/product'
 * checkVerification({ emails: ['ana@mail.example'], plan: 'free', signedIn: false }) // => { allowed: true }
 */
export function checkVerification({
  emails,
  ...who
}: { readonly emails: readonly string[] } & Verifier): VerificationDecision {
  if (emails.length === 0) return refuse('no_emails')
  if (!isPaid(who) && emails.length > FREE_VERIFICATION_LIMIT) return refuse('limit_exceeded')
  return { allowed: true }
}

/**
 * Returns the number of addresses that the user may still add to a list, at least 0; -1 means no limit. Source: spec §2, §9.
 *
 * @example
 * import { remainingAllowance } from '@netbox/product'
 * remainingAllowance(8, { plan: 'free', signedIn: true }) // => 2
 * remainingAllowance(8, { plan: 'pro', signedIn: true }) // => -1
 */
export function remainingAllowance(count: number, who: Verifier): number {
  return isPaid(who) ? -1 : Math.max(0, FREE_VERIFICATION_LIMIT - count)
}

/**
 * Decides whether a file may be uploaded: with a paid plan, and only as text/plain or text/csv. Source: spec §5, §6.
 *
 * @param upload - the file's media type as the browser reports it (parameters are ignored) and the plan of the user; anonymous users have
 *   the free plan.
 * @example
 * checkUpload({ type: 'text/csv', plan: 'pro' }).allowed // => true
 * checkUpload({ type: 'image/png', plan: 'pro' }).allowed // => false
 */
export function checkUpload({ type, plan }: { readonly type: string; readonly plan: PlanId }): VerificationDecision {
  if (plan === 'free') return refuse('upgrade_required')
  return isCsv(type) || mediaType(type) === 'text/plain' ? { allowed: true } : refuse('invalid_file_type')
}

/**
 * Returns whether a media type stands for CSV files.
 *
 * @example
 * isCsv('text/csv; charset=utf-8') // => true
 */
export function isCsv(type: string): boolean {
  return mediaType(type) === 'text/csv'
}

function mediaType(type: string): string {
  return type.replace(/;.*/s, '').trim().toLowerCase()
}

function isPaid({ plan, signedIn }: Verifier): boolean {
  return signedIn && plan !== 'free'
}

function refuse(code: VerificationRefusalCode): VerificationDecision {
  return { allowed: false, code, ...verificationNotices[code] }
}

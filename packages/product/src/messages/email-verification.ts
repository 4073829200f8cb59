import { groupDigits } from '@netbox/core'
import type { Notice } from './notices.ts'

/** The refusals and failures of email verification. Source: spec §5, §8. */
export const verificationNotices = {
  no_emails: { title: 'No emails to verify', message: 'Please enter at least one email address.' },
  limit_exceeded: { title: 'Limit exceeded', message: 'Free users can verify up to 10 emails at once.' },
  invalid_file_type: { title: 'Invalid file type', message: 'Please upload a TXT or CSV file.' },
  upgrade_required: { title: 'Upgrade required', message: 'Uploading a list requires a Pro or Enterprise plan.' },
} as const satisfies Record<string, Notice>

/** The code of a refusal of email verification. */
export type VerificationRefusalCode = keyof typeof verificationNotices

/** The fixed texts of the verification screen. Source: spec §2. */
export const verificationLabels = {
  heading: 'Enhanced Email Verification',
  addresses: 'Email addresses, one per line',
  verify: 'Verify Emails',
  upload: 'Upload a list',
  exportCsv: 'Export CSV',
  progress: 'Verification progress',
  remaining: (remaining: number, limit: number) => `${remaining} of ${limit} left`,
  duplicatesDropped: (count: number) =>
    count === 1 ? '1 repeated address was left out.' : `${count} repeated addresses were left out.`,
} as const

/** The display text of each verification status. Source: spec §4. */
export const verificationStatusLabels = {
  valid: 'Valid',
  invalid: 'Invalid',
  unconfirmed: 'Unconfirmed',
  suspicious: 'Suspicious',
  'catch-all': 'Catch-all',
  unreachable: 'Unreachable',
} as const

/**
 * Returns the notice that a month's remaining verifications are not enough for a run, with their number and the date of the reset.
 *
 * @example
 * import { monthlyLimitReached } from '@netbox/product'
 * monthlyLimitReached({ limit: 100000, left: 12 }) // => 'Your plan has 100,000 verifications a month, of which 12 are left. It resets on the first of the next month at 00:00 UTC.'
 */
export function monthlyLimitReached({ limit, left }: { readonly limit: number; readonly left: number }): string {
  const rest = left === 0 ? 'none is' : left === 1 ? '1 is' : `${groupDigits(left)} are`
  return `Your plan has ${groupDigits(limit)} verifications a month, of which ${rest} left. It resets on the first of the next month at 00:00 UTC.`
}

/** Returns the notice of a failed verification: with the error's message, or else with the specified text. Source: spec §8. */
export function verificationFailed(error = ''): Notice {
  return { title: 'Verification failed', message: error.trim() || 'An error occurred during email verification.' }
}

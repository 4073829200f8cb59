import { verificationStatusLabels } from '../messages/email-verification.ts'

/** The statuses of a verified address. Source: spec §4. */
export const verificationStatuses = [
  'valid',
  'invalid',
  'unconfirmed',
  'suspicious',
  'catch-all',
  'unreachable',
] as const

/** A status of a verified address. */
export type VerificationStatus = (typeof verificationStatuses)[number]

/** The presentation of a status: its label and the tone of its mark. */
export type StatusAppearance = {
  readonly label: string
  readonly tone: 'pass' | 'critical' | 'warning' | 'info' | 'neutral'
}

const tones: Readonly<Record<VerificationStatus, StatusAppearance['tone']>> = {
  valid: 'pass',
  invalid: 'critical',
  unconfirmed: 'info',
  suspicious: 'warning',
  'catch-all': 'info',
  unreachable: 'warning',
}

/**
 * Returns the presentation of a status; an unknown status keeps its text and looks neutral. Source: spec §4.
 *
 * @example
 * import { statusAppearance } from '@netbox/product'
 * statusAppearance('catch-all') // => { label: 'Catch-all', tone: 'info' }
 * statusAppearance('queued') // => { label: 'queued', tone: 'neutral' }
 */
export function statusAppearance(status: string): StatusAppearance {
  const known = verificationStatuses.find((candidate) => candidate === status)
  if (known === undefined) return { label: status, tone: 'neutral' }
  return { label: verificationStatusLabels[known], tone: tones[known] }
}

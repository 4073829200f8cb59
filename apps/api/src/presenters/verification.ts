import type { VerificationEntry } from '@netbox/contract'
import type { VerificationTable } from '../db/schema.ts'
import { isoTime } from './iso-time.ts'

/** A verification as it is shown: what is only there to be searched is left out. */
export type VerificationRow = Omit<VerificationTable, 'user_id' | 'email_key'>

/** The columns of such a row. */
export const verificationColumns = [
  'id',
  'email',
  'status',
  'confidence',
  'provider',
  'smtp_server',
  'smtp_response_code',
  'smtp_response_message',
  'verification_attempts',
  'reason',
  'retry_after',
  'role',
  'simulated',
  'created_at',
] as const satisfies readonly (keyof VerificationRow)[]

/** Shows a verification to its owner. */
export const presentVerification = (row: VerificationRow): VerificationEntry => ({
  id: row.id,
  email: row.email,
  status: row.status,
  confidence: row.confidence,
  provider: row.provider,
  smtp_server: row.smtp_server,
  smtp_response_code: row.smtp_response_code,
  smtp_response_message: row.smtp_response_message,
  verification_attempts: row.verification_attempts,
  reason: row.reason,
  retry_after: row.retry_after,
  role: row.role === 1,
  simulated: row.simulated === 1,
  created_at: isoTime(row.created_at),
})

import type { Verification, VerificationEntry, VerificationHistoryEntry } from '@netbox/contract'
import type { VerificationResult } from '@netbox/email-verifier'
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

/** Shows it in the history; `nextTry` is when it is tried again, where it is. */
export const presentHistoryEntry = (row: VerificationRow, nextTry: number | undefined): VerificationHistoryEntry => ({
  ...presentVerification(row),
  next_try_at: nextTry === undefined ? null : isoTime(nextTry),
})

/** Shows a result. Field by field: what the verifier says beyond the contract is not sent by chance. */
export const presentResult = (result: VerificationResult) =>
  ({
    email: result.email,
    status: result.status,
    confidence: Math.round(result.confidence),
    provider: result.provider,
    smtp_server: result.smtp_server,
    smtp_response_code: result.smtp_response_code,
    smtp_response_message: result.smtp_response_message,
    verification_attempts: result.verification_attempts,
    reason: result.reason,
    retry_after: result.retry_after,
    role: result.role,
    simulated: result.simulated,
  }) satisfies Verification

import type { Verification, VerificationEntry, VerificationHistoryEntry } from '@netbox/contract'
import type { VerificationTable } from '../schema.ts'
import type { Flag } from '../database/create-table.ts'
import { isoTime } from '../clock.ts'

/** A verification without its columns for searches. */
export type VerificationRow = Omit<VerificationTable, 'user_id' | 'email_key' | 'batch'>

/** The columns of `VerificationRow`. */
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

/** The common fields of rows and results; a row has its flags as numbers. */
type Found = Omit<VerificationRow, 'id' | 'created_at' | 'role' | 'simulated'> &
  Readonly<Record<'role' | 'simulated', Flag | boolean>>

/** Serializes a result. Copies field by field, so that other fields of a row or the verifier are never sent by mistake. */
export const serializeResult = (found: Found) =>
  ({
    email: found.email,
    status: found.status,
    confidence: Math.round(found.confidence),
    provider: found.provider,
    smtp_server: found.smtp_server,
    smtp_response_code: found.smtp_response_code,
    smtp_response_message: found.smtp_response_message,
    verification_attempts: found.verification_attempts,
    reason: found.reason,
    retry_after: found.retry_after,
    role: Boolean(found.role),
    simulated: Boolean(found.simulated),
  }) satisfies Verification

/** Serializes a verification for its owner. */
export const serializeVerification = (row: VerificationRow): VerificationEntry => ({
  id: row.id,
  ...serializeResult(row),
  created_at: isoTime(row.created_at),
})

/** Serializes a history entry; `nextTry` is the time of the next try, if any. */
export const serializeHistoryEntry = (row: VerificationRow, nextTry: number | undefined): VerificationHistoryEntry => ({
  ...serializeVerification(row),
  next_try_at: nextTry === undefined ? null : isoTime(nextTry),
})

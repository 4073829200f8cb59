import { verificationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { count, id, instant } from './fields.ts'

/** The schema of the result for one address (spec §3). `simulated` marks simulated results. */
export const verification = v.object({
  email: v.string(),
  status: v.picklist(verificationStatuses),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  provider: v.nullable(v.string()),
  smtp_server: v.nullable(v.string()),
  smtp_response_code: v.nullable(v.number()),
  smtp_response_message: v.nullable(v.string()),
  verification_attempts: count(),
  /** The reason for the status, as a code for programs. */
  reason: v.nullable(v.string()),
  /** The number of seconds until the next try; null if there is none, as for visitors, who have no history. */
  retry_after: v.nullable(count()),
  /** Whether the address belongs to a role (`info`, `postmaster`), not to a person. */
  role: v.boolean(),
  simulated: v.boolean(),
})

/** The verification result of one address. */
export type Verification = v.InferOutput<typeof verification>

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const asNumber = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/**
 * Reads the result for one address. Missing fields get defaults: one attempt, no reply, no confidence. Undefined without an address or a
 * status. The status and further fields of a newer service stay.
 */
export const readVerification = (value: unknown): Verification | undefined => {
  // The cast is safe: the fields have any values.
  const said = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof Verification, unknown>
  >
  if (typeof said.email !== 'string' || typeof said.status !== 'string') return undefined
  return {
    ...said,
    email: said.email,
    // The pages show an unknown status as text.
    status: said.status as Verification['status'],
    confidence: asNumber(said.confidence) ?? 0,
    provider: asText(said.provider),
    smtp_server: asText(said.smtp_server),
    smtp_response_code: asNumber(said.smtp_response_code),
    smtp_response_message: asText(said.smtp_response_message),
    verification_attempts: asNumber(said.verification_attempts) ?? 1,
    reason: asText(said.reason),
    retry_after: asNumber(said.retry_after),
    role: said.role === true,
    simulated: said.simulated === true,
  }
}

/** The schema of a notice about the whole run: the service's outgoing port 25 seems to be blocked, so the results are unreliable. */
export const verificationNotice = v.object({ code: v.picklist(['port_25_blocked']), message: v.string() })

/** A notice about a whole verification run. */
export type VerificationNotice = v.InferOutput<typeof verificationNotice>

/** The schema of a stored verification: a result with its id and the time of the request. */
export const verificationEntry = v.object({ id: id(), ...verification.entries, created_at: instant() })

/** A stored verification with its id. */
export type VerificationEntry = v.InferOutput<typeof verificationEntry>

/** The schema of an entry of the verification history. */
export const verificationHistoryEntry = v.object({
  ...verificationEntry.entries,
  /** The time of the next try, even if it has passed; null if the answer is final. */
  next_try_at: v.nullable(instant()),
})

/** An entry of the verification history. */
export type VerificationHistoryEntry = v.InferOutput<typeof verificationHistoryEntry>

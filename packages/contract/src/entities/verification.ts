import { verificationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { count, id, instant } from './fields.ts'

/** Describes the result for one address (spec §3). `simulated` marks simulated results. */
export const verification = v.object({
  email: v.string(),
  status: v.picklist(verificationStatuses),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  provider: v.nullable(v.string()),
  smtp_server: v.nullable(v.string()),
  smtp_response_code: v.nullable(v.number()),
  smtp_response_message: v.nullable(v.string()),
  verification_attempts: count(),
  /** The reason of the status, for programs. */
  reason: v.nullable(v.string()),
  /** Seconds after which it is tried again; null if it is not, as for visitors, who have no history. */
  retry_after: v.nullable(count()),
  /** A role (`info`, `postmaster`), not a person. */
  role: v.boolean(),
  simulated: v.boolean(),
})

/** The verification result of one address. */
export type Verification = v.InferOutput<typeof verification>

/** Describes a notice about the whole run: that our own port 25 seems to be blocked, so that its results say little. */
export const verificationNotice = v.object({ code: v.picklist(['port_25_blocked']), message: v.string() })

/** Facts about a verification run as a whole. */
export type VerificationNotice = v.InferOutput<typeof verificationNotice>

/** Describes a verification that is kept: a result with its id and when it was asked for. */
export const verificationEntry = v.object({ id: id(), ...verification.entries, created_at: instant() })

/** A verification that is kept. */
export type VerificationEntry = v.InferOutput<typeof verificationEntry>

/** Describes an entry of the verification history. */
export const verificationHistoryEntry = v.object({
  ...verificationEntry.entries,
  /** When the mail server is asked again, or was due to be; null if the answer is the last one. */
  next_try_at: v.nullable(instant()),
})

/** An entry of the verification history. */
export type VerificationHistoryEntry = v.InferOutput<typeof verificationHistoryEntry>

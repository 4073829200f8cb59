import type { VerificationStatus } from '@netbox/product'
import type { Flag } from './accounts.ts'

/** The result of an address, for a user. A later try changes the row. */
export interface VerificationTable {
  id: string
  user_id: string
  email: string
  /** The address in lower case, to be searched. */
  email_key: string
  status: VerificationStatus
  confidence: number
  provider: string | null
  smtp_server: string | null
  smtp_response_code: number | null
  smtp_response_message: string | null
  verification_attempts: number
  reason: string
  /** Seconds, from when it was last asked. */
  retry_after: number | null
  role: Flag
  simulated: Flag
  /** The run in which it was asked for; null for those of older versions. */
  batch: string | null
  created_at: number
}

/** A verification with a pending retry. */
export interface VerificationJobTable {
  /** The verification's id. */
  id: string
  user_id: string
  email: string
  simulated: Flag
  /** How often the server was asked. */
  attempts: number
  /** When it may be taken; while someone has it, until when they have it for themselves. */
  due_at: number
  /** The holder: a new random id each time. */
  claim: string | null
}

/** How many addresses a user verified in a calendar month of UTC, `2026-11`. */
export interface VerificationMonthTable {
  user_id: string
  month: string
  /** The part of the plan's number that runs have reserved, including unused reservations. */
  reserved: number
  /** Results that were stored. */
  verified: number
}

/** A run of verifications that continues. Its unused part is returned at its end, or after a long silence. */
export interface VerificationRunTable {
  id: string
  user_id: string
  month: string
  asked: number
  done: number
  expires_at: number
}

/** A definite result, given again for a day without asking. */
export interface VerificationCacheTable {
  /** A keyed digest of the address. */
  key: string
  /** JSON of the result, without the address. */
  result: string
  expires_at: number
}

/** Whether a domain accepts any address, remembered for a day. */
export interface CatchAllVerdictTable {
  domain: string
  verdict: 'accepts_all' | 'refuses_unknown' | 'unknown'
  expires_at: number
}

/** How much of a mail server all processes ask at present. */
export interface ProbedServerTable {
  /** Its network address. */
  server: string
  /** JSON: the connections with their leases, and the requests of the last minute. */
  state: string
  expires_at: number
}

/** How many local parts of a domain were asked about on a UTC day. */
export interface ProbedDomainTable {
  /** Day and domain. */
  id: string
  used: number
  expires_at: number
}

/** A local part of a domain that was asked about on a UTC day. */
export interface ProbedLocalPartTable {
  /** A keyed digest of day and address. */
  id: string
  expires_at: number
}

/** The tables of email verification. */
export interface VerificationTables {
  verifications: VerificationTable
  verification_jobs: VerificationJobTable
  verification_months: VerificationMonthTable
  verification_runs: VerificationRunTable
  verification_cache: VerificationCacheTable
  catch_all_verdicts: CatchAllVerdictTable
  probed_servers: ProbedServerTable
  probed_domains: ProbedDomainTable
  probed_local_parts: ProbedLocalPartTable
}

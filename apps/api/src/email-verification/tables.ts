import type { VerificationStatus } from '@netbox/product'
import { type Flag, table, type TableShape } from '../database/create-table.ts'

/** A user's result for an address. A later try changes the row. */
export interface VerificationTable {
  id: string
  user_id: string
  email: string
  /** The address in lower case, for searches. */
  email_key: string
  status: VerificationStatus
  confidence: number
  provider: string | null
  smtp_server: string | null
  smtp_response_code: number | null
  smtp_response_message: string | null
  verification_attempts: number
  reason: string
  /** Seconds from the last try until the next one. */
  retry_after: number | null
  role: Flag
  simulated: Flag
  /** The run that requested it; null for rows of older versions. */
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
  /** The number of tries. */
  attempts: number
  /** The time from which a worker may claim the job; while a worker holds it, the end of the claim. */
  due_at: number
  /** The id of the current claim: a new random id for each claim. */
  claim: string | null
}

/** The number of addresses that a user verified in a calendar month (UTC), `2026-11`. */
export interface VerificationMonthTable {
  user_id: string
  month: string
  /** The part of the plan's limit that runs have reserved, including unused reservations. */
  reserved: number
  /** The number of stored results. */
  verified: number
}

/**
 * An active verification run. When the run ends, or after a long time without activity, its unused addresses are returned to the month's
 * limit.
 */
export interface VerificationRunTable {
  id: string
  user_id: string
  month: string
  asked: number
  done: number
  expires_at: number
}

/** A definite result, cached for a day. */
export interface VerificationCacheTable {
  /** A keyed digest of the address. */
  key: string
  /** JSON of the result, without the address. */
  result: string
  expires_at: number
}

/** A verdict on whether a domain accepts any address, cached for a day. */
export interface CatchAllVerdictTable {
  domain: string
  verdict: 'accepts_all' | 'refuses_unknown' | 'unknown'
  expires_at: number
}

/** The current load of all processes on a mail server. */
export interface ProbedServerTable {
  /** Its network address. */
  server: string
  /** JSON: the connections with their leases, and the requests of the last minute. */
  state: string
  expires_at: number
}

/** The number of local parts of a domain that were checked on a UTC day. */
export interface ProbedDomainTable {
  /** Day and domain. */
  id: string
  used: number
  expires_at: number
}

/** A local part of a domain that was checked on a UTC day. */
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

/** The first tables of email verification. */
export const verificationTables: readonly TableShape[] = [
  table<VerificationTable>({
    name: 'verifications',
    columns: {
      id: 'id',
      user_id: 'id',
      email: 'text',
      email_key: 'text',
      status: 'word',
      confidence: 'number',
      provider: 'key?',
      smtp_server: 'key?',
      smtp_response_code: 'number?',
      smtp_response_message: 'text?',
      verification_attempts: 'number',
      reason: 'word',
      retry_after: 'number?',
      role: 'flag',
      simulated: 'flag',
      created_at: 'milliseconds',
      batch: 'id?',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['user_id', 'created_at', 'id'], ['user_id', 'status', 'created_at', 'id'], ['created_at']],
  }),
  table<VerificationJobTable>({
    name: 'verification_jobs',
    columns: {
      id: 'id',
      user_id: 'id',
      email: 'text',
      simulated: 'flag',
      attempts: 'number',
      due_at: 'milliseconds',
      claim: 'id?',
    },
    primaryKey: ['id'],
    belongsTo: { id: 'verifications', user_id: 'users' },
    indexes: [['simulated', 'due_at'], ['user_id']],
  }),
  table<VerificationMonthTable>({
    name: 'verification_months',
    columns: { user_id: 'id', month: 'id', reserved: 'count', verified: 'count' },
    primaryKey: ['user_id', 'month'],
    clustered: true,
    belongsTo: { user_id: 'users' },
  }),
  table<VerificationRunTable>({
    name: 'verification_runs',
    columns: { id: 'id', user_id: 'id', month: 'id', asked: 'number', done: 'number', expires_at: 'milliseconds' },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['expires_at'], ['user_id']],
  }),
  table<VerificationCacheTable>({
    name: 'verification_cache',
    columns: { key: 'key', result: 'text', expires_at: 'milliseconds' },
    primaryKey: ['key'],
    clustered: true,
    indexes: [['expires_at']],
  }),
  table<CatchAllVerdictTable>({
    name: 'catch_all_verdicts',
    columns: { domain: 'key', verdict: 'word', expires_at: 'milliseconds' },
    primaryKey: ['domain'],
    clustered: true,
    indexes: [['expires_at']],
  }),
  table<ProbedServerTable>({
    name: 'probed_servers',
    columns: { server: 'key', state: 'text', expires_at: 'milliseconds' },
    primaryKey: ['server'],
    clustered: true,
    indexes: [['expires_at']],
  }),
  table<ProbedDomainTable>({
    name: 'probed_domains',
    columns: { id: 'key', used: 'count', expires_at: 'milliseconds' },
    primaryKey: ['id'],
    clustered: true,
    indexes: [['expires_at']],
  }),
  table<ProbedLocalPartTable>({
    name: 'probed_local_parts',
    columns: { id: 'key', expires_at: 'milliseconds' },
    primaryKey: ['id'],
    clustered: true,
    indexes: [['expires_at']],
  }),
]

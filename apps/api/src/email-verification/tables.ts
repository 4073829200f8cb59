import type { VerificationStatus } from '@netbox/product'
import { type RowOf, table, word } from '../database/create-table.ts'

/** A user's result for an address. A later try changes the row. */
export type VerificationTable = RowOf<typeof verifications>
const verifications = table('verifications', {
  columns: {
    id: 'id',
    user_id: 'id',
    email: 'text',
    /** The address in lower case, for searches. */
    email_key: 'text',
    status: word<VerificationStatus>(),
    confidence: 'number',
    provider: 'key?',
    smtp_server: 'key?',
    smtp_response_code: 'number?',
    smtp_response_message: 'text?',
    verification_attempts: 'number',
    reason: 'word',
    /** Seconds from the last try until the next one. */
    retry_after: 'number?',
    role: 'flag',
    simulated: 'flag',
    created_at: 'milliseconds',
    /** The run that requested it; null for rows of older versions. */
    batch: 'id?',
  },
  belongsTo: { user_id: 'users' },
  indexes: [['user_id', 'created_at', 'id'], ['user_id', 'status', 'created_at', 'id'], ['created_at']],
})

/** A verification with a pending retry. */
export type VerificationJobTable = RowOf<typeof verificationJobs>
const verificationJobs = table('verification_jobs', {
  columns: {
    /** The verification's id. */
    id: 'id',
    user_id: 'id',
    email: 'text',
    simulated: 'flag',
    /** The number of tries. */
    attempts: 'number',
    /** The time from which a worker may claim the job; while a worker holds it, the end of the claim. */
    due_at: 'milliseconds',
    /** The id of the current claim: a new random id for each claim. */
    claim: 'id?',
  },
  belongsTo: { id: 'verifications', user_id: 'users' },
  indexes: [['simulated', 'due_at'], ['user_id']],
})

/** The number of addresses that a user verified in a calendar month (UTC), `2026-11`. */
const verificationMonths = table('verification_months', {
  columns: {
    user_id: 'id',
    month: 'id',
    /** The part of the plan's limit that runs have reserved, including unused reservations. */
    reserved: 'count',
    /** The number of stored results. */
    verified: 'count',
  },
  primaryKey: ['user_id', 'month'],
  clustered: true,
  belongsTo: { user_id: 'users' },
})

/**
 * An active verification run. When the run ends, or after a long time without activity, its unused addresses are returned to the month's
 * limit.
 */
const verificationRuns = table('verification_runs', {
  columns: {
    id: 'id',
    user_id: 'id',
    month: 'id',
    asked: 'number',
    done: 'number',
    expires_at: 'milliseconds',
  },
  belongsTo: { user_id: 'users' },
  indexes: [['expires_at'], ['user_id']],
})

/** A definite result, cached for a day. */
export type VerificationCacheTable = RowOf<typeof verificationCache>
const verificationCache = table('verification_cache', {
  columns: {
    /** A keyed digest of the address. */
    key: 'key',
    /** JSON of the result, without the address. */
    result: 'text',
    expires_at: 'milliseconds',
  },
  primaryKey: ['key'],
  clustered: true,
  indexes: [['expires_at']],
})

/** A verdict on whether a domain accepts any address, cached for a day. */
const catchAllVerdicts = table('catch_all_verdicts', {
  columns: {
    domain: 'key',
    verdict: word<'accepts_all' | 'refuses_unknown' | 'unknown'>(),
    expires_at: 'milliseconds',
  },
  primaryKey: ['domain'],
  clustered: true,
  indexes: [['expires_at']],
})

/** The number of local parts of a domain that were checked on a UTC day. */
const probedDomains = table('probed_domains', {
  columns: {
    /** Day and domain. */
    id: 'key',
    used: 'count',
    expires_at: 'milliseconds',
  },
  clustered: true,
  indexes: [['expires_at']],
})

/** A local part of a domain that was checked on a UTC day. */
const probedLocalParts = table('probed_local_parts', {
  columns: {
    /** A keyed digest of day and address. */
    id: 'key',
    expires_at: 'milliseconds',
  },
  clustered: true,
  indexes: [['expires_at']],
})

/** The first tables of email verification. */
export const verificationTables = [
  verifications,
  verificationJobs,
  verificationMonths,
  verificationRuns,
  verificationCache,
  catchAllVerdicts,
  probedDomains,
  probedLocalParts,
] as const

import { type RowOf, table, word } from '../../database/create-table.ts'

/** An authenticator app (TOTP, RFC 6238) that a user enrolled. It is a second factor after its first correct code. */
export type MfaFactorTable = RowOf<typeof mfaFactors>
const mfaFactors = table('mfa_factors', {
  columns: {
    id: 'id',
    user_id: 'id',
    /** Empty if the client gave none. */
    friendly_name: 'key',
    status: word<'unverified' | 'verified'>(),
    /** The shared secret, encrypted. */
    secret_encrypted: 'text',
    /** The time step of the last accepted code; codes of this step and of earlier ones are refused. */
    last_step: 'count?',
    created_at: 'milliseconds',
    updated_at: 'milliseconds',
  },
  belongsTo: { user_id: 'users' },
  indexes: [['user_id', 'status']],
})

/** A session's permission to verify a factor for five minutes. */
export type MfaChallengeTable = RowOf<typeof mfaChallenges>
const mfaChallenges = table('mfa_challenges', {
  columns: {
    id: 'id',
    factor_id: 'id',
    session_id: 'id',
    expires_at: 'milliseconds',
  },
  belongsTo: { factor_id: 'mfa_factors', session_id: 'sessions' },
  indexes: [['factor_id'], ['session_id'], ['expires_at']],
})

/** A one-time code that replaces a factor. */
export type MfaRecoveryCodeTable = RowOf<typeof mfaRecoveryCodes>
const mfaRecoveryCodes = table('mfa_recovery_codes', {
  columns: {
    id: 'id',
    user_id: 'id',
    /** SHA-256, hexadecimal. */
    hash: 'word',
    created_at: 'milliseconds',
    used_at: 'milliseconds?',
  },
  belongsTo: { user_id: 'users' },
  unique: [['user_id', 'hash']],
})

/** The first tables of second factors. */
export const secondFactorTables = [mfaFactors, mfaChallenges, mfaRecoveryCodes] as const

import { table, type TableShape } from '../../database/create-table.ts'

/** An authenticator app (TOTP, RFC 6238) that a user enrolled. It is a second factor after its first correct code. */
export interface MfaFactorTable {
  id: string
  user_id: string
  /** Empty if the client gave none. */
  friendly_name: string
  status: 'unverified' | 'verified'
  /** The shared secret, encrypted. */
  secret_encrypted: string
  /** The time step of the last accepted code; codes of this step and of earlier ones are refused. */
  last_step: number | null
  created_at: number
  updated_at: number
}

/** A session's permission to verify a factor for five minutes. */
export interface MfaChallengeTable {
  id: string
  factor_id: string
  session_id: string
  expires_at: number
}

/** A one-time code that replaces a factor. */
export interface MfaRecoveryCodeTable {
  id: string
  user_id: string
  /** SHA-256, hexadecimal. */
  hash: string
  created_at: number
  used_at: number | null
}

/** The tables of second factors. */
export interface SecondFactorTables {
  mfa_factors: MfaFactorTable
  mfa_challenges: MfaChallengeTable
  mfa_recovery_codes: MfaRecoveryCodeTable
}

/** The first tables of second factors. */
export const secondFactorTables: readonly TableShape[] = [
  table<MfaFactorTable>({
    name: 'mfa_factors',
    columns: {
      id: 'id',
      user_id: 'id',
      friendly_name: 'key',
      status: 'word',
      secret_encrypted: 'text',
      last_step: 'count?',
      created_at: 'milliseconds',
      updated_at: 'milliseconds',
    },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    indexes: [['user_id', 'status']],
  }),
  table<MfaChallengeTable>({
    name: 'mfa_challenges',
    columns: { id: 'id', factor_id: 'id', session_id: 'id', expires_at: 'milliseconds' },
    primaryKey: ['id'],
    belongsTo: { factor_id: 'mfa_factors', session_id: 'sessions' },
    indexes: [['factor_id'], ['session_id'], ['expires_at']],
  }),
  table<MfaRecoveryCodeTable>({
    name: 'mfa_recovery_codes',
    columns: { id: 'id', user_id: 'id', hash: 'word', created_at: 'milliseconds', used_at: 'milliseconds?' },
    primaryKey: ['id'],
    belongsTo: { user_id: 'users' },
    unique: [['user_id', 'hash']],
  }),
]

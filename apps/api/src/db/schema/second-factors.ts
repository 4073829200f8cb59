/** An authenticator app (TOTP, RFC 6238) that a user enrolled. It counts as a second factor once its first code was right. */
export interface MfaFactorTable {
  id: string
  user_id: string
  /** Empty where the client gave none. */
  friendly_name: string
  status: 'unverified' | 'verified'
  /** The shared secret, encrypted. */
  secret_encrypted: string
  /** The time step of the last code that was accepted; earlier ones and the same one are refused. */
  last_step: number | null
  created_at: number
  updated_at: number
}

/** A session's permission to verify a factor for some minutes. */
export interface MfaChallengeTable {
  id: string
  factor_id: string
  session_id: string
  expires_at: number
}

/** A code that works once in the place of a factor. */
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

import { isUniqueViolation } from '../database/violations.ts'

/** The error codes of auth-js for flows that only supabase-js clients use. */
export type AuthErrorCode =
  | 'bad_code_verifier'
  | 'bad_jwt'
  | 'email_exists'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'otp_expired'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'same_password'
  | 'session_not_found'
  | 'signup_disabled'
  | 'user_banned'
  | 'user_not_found'

/** An error with a code of auth-js. It has no message, because the API writes its own. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode

  constructor(code: AuthErrorCode, options: { readonly cause?: unknown } = {}) {
    super(code, options)
    this.code = code
  }
}

/** Waits for a database write that sets an email address. Throws `email_exists` if another user has that address. */
export const refusingTaken = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? new AuthError('email_exists', { cause: error }) : error
  }
}

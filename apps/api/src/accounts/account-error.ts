/** The code of a refusal by the account services. Each API maps these codes to its own responses. */
export type AccountErrorCode =
  | 'invalid_email'
  | 'password_too_short'
  | 'password_too_long'
  | 'email_in_use'
  | 'invalid_credentials'
  | 'account_disabled'
  | 'email_not_confirmed'
  | 'code_invalid'
  | 'token_invalid'
  | 'refresh_reused'
  | 'session_not_found'
  | 'second_factor_required'
  | 'factor_code_invalid'
  | 'factor_challenge_expired'
  | 'factor_name_taken'
  | 'upgrade_required'
  | 'read_only'
  | 'last_admin'
  | 'not_found'
  | 'rate_limited'
  | 'busy'
  | 'validation_failed'
  | 'limit_exceeded'

/** The error of a refusal by the account services. It has no text, because each API has its own. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** Seconds until another try may help. */
  readonly retryAfter: number | undefined

  constructor(code: AccountErrorCode, options: { readonly retryAfter?: number; readonly cause?: unknown } = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

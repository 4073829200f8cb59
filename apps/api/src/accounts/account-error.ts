/** The error codes of the account services. Each API maps them to its own responses. */
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

/** The error that the account services throw when they refuse a request. It has no message, because each API writes its own. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  /** The number of seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined

  constructor(code: AccountErrorCode, options: { readonly retryAfter?: number; readonly cause?: unknown } = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

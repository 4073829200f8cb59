import { ApiError } from '../../api-error.ts'
import { AuthError, type AuthErrorCode } from '../../accounts/auth-error.ts'

interface AuthRefusal {
  readonly status: number
  readonly code: string
  readonly message?: string
}

const expired: AuthRefusal = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const banned: AuthRefusal = { status: 403, code: 'user_banned', message: 'User is banned' }
const taken: AuthRefusal = {
  status: 422,
  code: 'email_exists',
  message: 'A user with this email address has already been registered',
}
const closed = { status: 422, message: 'Signups not allowed for this instance' }
const notAnAddress = 'Unable to validate email address: invalid format'

// auth-js's codes and texts, by netbox's codes. Users of auth-js search for these texts.
const refusals: Readonly<Partial<Record<ApiError['code'], AuthRefusal>>> = {
  invalid_credentials: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  account_disabled: { ...banned, status: 400 },
  email_in_use: { status: 422, code: 'user_already_exists', message: 'User already registered' },
  invalid_email: { status: 400, code: 'validation_failed', message: notAnAddress },
  service_off: { code: 'signup_disabled', ...closed },
  factor_code_invalid: { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
  factor_challenge_expired: {
    status: 422,
    code: 'mfa_challenge_expired',
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  factor_name_taken: {
    status: 422,
    code: 'mfa_factor_name_conflict',
    message: 'A factor with this friendly name for this user already exists',
  },
  limit_exceeded: {
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
    message: 'Maximum number of factors reached, unenroll to continue',
  },
  captcha_required: {
    status: 400,
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (captcha_required)',
  },
  rate_limited: { status: 429, code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  token_invalid: expired,
  code_invalid: expired,
  bad_request: { status: 400, code: 'bad_json', message: 'Could not parse request body as JSON' },
  // An admin who is viewing as a user may only read.
  read_only: { status: 403, code: 'not_admin' },
  last_admin: { status: 409, code: 'conflict' },
  internal_error: { status: 500, code: 'unexpected_failure' },
  refresh_reused: {
    status: 400,
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  },
  session_not_found: {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
}

const authRefusals: Readonly<Record<AuthErrorCode, Omit<AuthRefusal, 'code'>>> = {
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  email_exists: taken,
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  otp_expired: expired,
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  signup_disabled: closed,
  user_banned: banned,
  user_not_found: { status: 404, message: 'User not found' },
}

/** An error that refuses a call from auth-js, with the status, code and text that auth-js expects. */
export class RefusedByAuth extends ApiError {
  readonly refusal: AuthRefusal

  constructor(status: number, code: string, message: string) {
    super('bad_request', { message })
    this.refusal = { status, code, message }
  }
}

/** Returns the error for a body with missing or invalid fields. */
export const invalid = (message: string): RefusedByAuth => new RefusedByAuth(400, 'validation_failed', message)

const weak = (message: string, reason: string) => ({
  status: 422,
  code: 'weak_password',
  message,
  more: { weak_password: { message, reasons: [reason] } },
})

const signedOut = ({ cause }: ApiError, hasBearer: boolean): AuthRefusal => {
  const code = cause instanceof AuthError ? cause.code : 'bad_jwt'
  return hasBearer
    ? { code, ...authRefusals[code] }
    : { status: 401, code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' }
}

const wordsOf = ({ errors }: ApiError): string => {
  // The contract's schemas have checked all other fields, so only metadata can be invalid.
  if (errors === undefined) return 'Metadata must be an object of at most 4 kB of JSON and 8 levels'
  if (errors.some(({ path }) => path === 'email')) return notAnAddress
  return errors.map(({ path, msg }) => `${path}: ${msg}`).join(' ')
}

// Returns the error for a missing second factor. Its status depends on the request, as in Supabase, because auth-js also reads the
// status.
const insufficient = ({ method, path }: { readonly method: string; readonly path: string }): AuthRefusal => {
  const status = path.endsWith('/user') ? 401 : method === 'DELETE' ? 422 : 403
  return { status, code: 'insufficient_aal', message: 'AAL2 session is required for this operation' }
}

/** Converts a refusal to the form that auth-js reads. */
export const authRefusalOf = (
  error: ApiError,
  asked: { hasBearer: boolean; isRefresh: boolean; minimum: number; method: string; path: string },
): AuthRefusal & { readonly more?: object } => {
  if (error instanceof RefusedByAuth) return error.refusal
  if (error.code === 'password_too_short')
    return weak(`Password should be at least ${asked.minimum} characters.`, 'length')
  if (error.code === 'password_too_long') return weak('Password cannot be longer than 1024 characters', 'length')
  if (error.code === 'unauthorized') return signedOut(error, asked.hasBearer)
  if (error.cause instanceof AuthError) return { code: error.cause.code, ...authRefusals[error.cause.code] }
  if (error.code === 'validation_failed') return { status: 400, code: error.code, message: wordsOf(error) }
  if (error.code === 'not_found' && asked.path.includes('/factors/'))
    return { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
  if (error.code === 'second_factor_required') return insufficient(asked)
  // After a 4xx, the client would delete its session.
  if (error.code === 'rate_limited' && asked.isRefresh) return { status: 503, code: 'over_request_rate_limit' }
  return refusals[error.code] ?? { status: error.status, code: error.code }
}

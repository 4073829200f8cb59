import type { ApiError } from '../../api-error.ts'

interface AuthRefusal {
  readonly status: number
  readonly code: string
  readonly message?: string
}

// What auth-js looks at, by our codes. Texts are those that its users look for.
const refusals: Readonly<Partial<Record<ApiError['code'], AuthRefusal>>> = {
  invalid_credentials: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
  account_disabled: { status: 400, code: 'user_banned', message: 'User is banned' },
  email_in_use: { status: 422, code: 'user_already_exists', message: 'User already registered' },
  invalid_email: {
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  },
  service_off: { status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' },
  captcha_required: { status: 400, code: 'captcha_failed' },
  rate_limited: { status: 429, code: 'over_request_rate_limit' },
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

const tooShort = (minimum: number) => {
  const message = `Password should be at least ${minimum} characters.`
  return { status: 422, code: 'weak_password', message, more: { weak_password: { message, reasons: ['length'] } } }
}

const signedOut = (hasBearer: boolean): AuthRefusal =>
  hasBearer
    ? { status: 403, code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' }
    : { status: 401, code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' }

// By what was asked for, as auth-js looks at the status too.
const insufficient = ({ method, path }: { readonly method: string; readonly path: string }): AuthRefusal => {
  const status = path.endsWith('/user') ? 401 : method === 'DELETE' ? 422 : 403
  return { status, code: 'insufficient_aal', message: 'AAL2 session is required for this operation' }
}

/** Words a refusal as auth-js reads it. */
export const authRefusalOf = (
  error: ApiError,
  asked: { hasBearer: boolean; isRefresh: boolean; minimum: number; method: string; path: string },
): AuthRefusal & { readonly more?: object } => {
  if (error.code === 'password_too_short') return tooShort(asked.minimum)
  if (error.code === 'unauthorized') return signedOut(asked.hasBearer)
  if (error.code === 'not_found' && asked.path.includes('/factors/'))
    return { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
  if (error.code === 'second_factor_required') return insufficient(asked)
  // After a 4xx the client would throw its session away.
  if (error.code === 'rate_limited' && asked.isRefresh) return { status: 503, code: 'over_request_rate_limit' }
  return refusals[error.code] ?? { status: error.status, code: error.code }
}

import type { ApiError } from '../../api-error.ts'

interface AuthRefusal {
  readonly status: number
  readonly code: string
  readonly message?: string
}

// The codes that auth-js reads, by our codes. Texts are those that its users look for.
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

/** Words a refusal as auth-js reads it. */
export const authRefusalOf = (
  error: ApiError,
  { hasBearer, isRefresh, minimum }: { hasBearer: boolean; isRefresh: boolean; minimum: number },
): AuthRefusal & { readonly more?: object } => {
  if (error.code === 'password_too_short') return tooShort(minimum)
  if (error.code === 'unauthorized') return signedOut(hasBearer)
  // After a 4xx the client would throw its session away.
  if (error.code === 'rate_limited' && isRefresh) return { status: 503, code: 'over_request_rate_limit' }
  return refusals[error.code] ?? { status: error.status, code: error.code }
}

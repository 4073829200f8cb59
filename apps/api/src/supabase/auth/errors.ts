import type { ApiErrorCode } from '@netbox/contract'
import { contractError, type Refusal, type RefusalCode } from '../../refusal.ts'
import { type AuthAnswer, authAnswers, banned, expired } from '../codes.ts'

const notAnAddress = 'Unable to validate email address: invalid format'

// auth-js's codes and texts, by the contract's codes.
const contractAnswers: Readonly<Partial<Record<ApiErrorCode, AuthAnswer>>> = {
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  account_disabled: { ...banned, status: 400 },
  email_in_use: { status: 422, code: 'user_already_exists', message: 'User already registered' },
  invalid_email: { status: 400, code: 'validation_failed', message: notAnAddress },
  service_off: authAnswers.signup_disabled,
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
  refresh_reused: { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  session_not_found: {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  },
}

const answers: Readonly<Partial<Record<RefusalCode, AuthAnswer>>> = { ...authAnswers, ...contractAnswers }

const signedOut: Readonly<Record<NonNullable<Refusal['reason']>, AuthAnswer>> = {
  bad_jwt: { status: 403, code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' },
  session_not_found: {
    status: 403,
    code: 'session_not_found',
    message: 'Session from session_id claim in JWT does not exist',
  },
  user_banned: banned,
  invalid_api_key: { status: 401, code: 'invalid_api_key', message: 'Invalid API key' },
}

const noBearer: AuthAnswer = {
  status: 401,
  code: 'no_authorization',
  message: 'This endpoint requires a valid Bearer token',
}

const weak = (message: string) => ({
  status: 422,
  code: 'weak_password',
  message,
  more: { weak_password: { message, reasons: ['length'] } },
})

const wordsOf = ({ errors }: Refusal): string => {
  // The contract's schemas have checked all other fields, so only metadata can be invalid.
  if (errors === undefined) return 'Metadata must be an object of at most 4 kB of JSON and 8 levels'
  if (errors.some(({ path }) => path === 'email')) return notAnAddress
  return errors.map(({ path, msg }) => `${path}: ${msg}`).join(' ')
}

/** The request that is refused. */
interface Asked {
  readonly hasBearer: boolean
  readonly isRefresh: boolean
  readonly method: string
  readonly path: string
}

// Returns the status of a missing second factor, which depends on the request, as in Supabase, because auth-js also reads the status.
const insufficient = ({ method, path }: Asked): number =>
  path.endsWith('/user') ? 401 : method === 'DELETE' ? 422 : 403

const answerOf = (refusal: Refusal, asked: Asked): (AuthAnswer & { readonly more?: object }) | undefined => {
  switch (refusal.code) {
    case 'password_too_short':
      return weak(`Password should be at least ${refusal.minimum} characters.`)
    case 'password_too_long':
      return weak('Password cannot be longer than 1024 characters')
    case 'unauthorized':
      return asked.hasBearer || refusal.reason === 'invalid_api_key' ? signedOut[refusal.reason ?? 'bad_jwt'] : noBearer
    case 'validation_failed':
      return { status: 400, code: 'validation_failed', message: wordsOf(refusal) }
    case 'second_factor_required':
      return {
        status: insufficient(asked),
        code: 'insufficient_aal',
        message: 'AAL2 session is required for this operation',
      }
    case 'not_found':
      return asked.path.includes('/factors/')
        ? { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
        : undefined
    case 'rate_limited':
      // After a 4xx, the client would delete its session.
      return asked.isRefresh ? { status: 503, code: 'over_request_rate_limit' } : answers[refusal.code]
    default:
      return answers[refusal.code]
  }
}

/** Converts a refusal to the form that auth-js reads. */
export const authAnswerOf = (refusal: Refusal, asked: Asked) => {
  const usual = contractError(refusal)
  const answer: ReturnType<typeof answerOf> = answerOf(refusal, asked) ?? usual
  const { status, code = refusal.code, message = usual.message, more = {} } = answer
  return { status, code, message, more }
}

import type { ErrorCode } from '@netbox/core'
import { serverMessages, sessionEnded } from '@netbox/product'

/** An error of the API: its status and default message. */
export interface ApiErrorEntry {
  readonly status: number
  readonly message: string
}

/*
 * These texts of failed tool runs appear only in the API reference: a response has the message of core's ToolError, which contains the
 * input, the limit or the plan.
 */
const runErrors = {
  input_required: { status: 400, message: 'Please enter a valid input.' },
  invalid_input: { status: 400, message: 'Please enter a valid input.' },
  login_required: { status: 401, message: 'Please log in to use this tool.' },
  upgrade_required: { status: 403, message: 'This tool requires a Pro or Enterprise plan.' },
  not_available: { status: 403, message: 'This tool is not available on your current plan.' },
  captcha_required: { status: 403, message: 'Please complete the security verification first.' },
  daily_limit_reached: { status: 429, message: 'Daily limit reached. Resets at 00:00 UTC.' },
  not_implemented: { status: 404, message: 'Tool not implemented yet.' },
  failed: { status: 500, message: 'An error occurred during tool execution.' },
  aborted: { status: 499, message: 'The run was cancelled. It does not count.' },
} as const satisfies Record<ErrorCode, ApiErrorEntry>

const accountErrors = {
  invalid_credentials: { status: 401, message: serverMessages.invalid_credentials.portuguese },
  account_disabled: { status: 403, message: serverMessages.account_disabled.portuguese },
  email_in_use: { status: 409, message: serverMessages.email_in_use.portuguese },
  invalid_email: { status: 400, message: serverMessages.invalid_email.portuguese },
  password_too_short: { status: 400, message: serverMessages.password_too_short.portuguese },
  password_too_long: { status: 400, message: 'This password is too long. Use at most 1024 characters.' },
  email_not_confirmed: { status: 403, message: 'Confirm your email first. The link is in the message we sent.' },
  code_invalid: { status: 400, message: 'This code is wrong or no longer valid. Request a new one.' },
  token_invalid: { status: 400, message: 'This link is wrong or no longer valid. Request a new one.' },
  factor_code_invalid: {
    status: 400,
    message: 'This code is wrong or was used before. Type the one that your app shows now.',
  },
  factor_challenge_expired: { status: 400, message: 'This challenge has expired. Request another one.' },
  factor_name_taken: {
    status: 409,
    message: 'You already have an authenticator app with this name. Choose another name.',
  },
  session_not_found: { status: 401, message: sessionEnded },
  refresh_reused: { status: 401, message: sessionEnded },
} as const satisfies Record<string, ApiErrorEntry>

const accessErrors = {
  unauthorized: { status: 401, message: 'You are not signed in. Please log in and try again.' },
  second_factor_required: { status: 403, message: 'Enter the code of your authenticator app to finish signing in.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  scope_missing: { status: 403, message: 'This API token lacks the scope for this request.' },
  read_only: { status: 403, message: 'You are viewing as another user. Nothing can be changed.' },
  last_admin: { status: 409, message: 'This is the last active admin. Make another user an admin first.' },
} as const satisfies Record<string, ApiErrorEntry>

const requestErrors = {
  bad_request: { status: 400, message: 'This request cannot be read.' },
  validation_failed: { status: 400, message: 'Some fields are missing or wrong.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  not_acceptable: { status: 406, message: 'This is not available in the requested format.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Send JSON: Content-Type: application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  no_emails: { status: 400, message: 'Please enter at least one email address.' },
  limit_exceeded: { status: 403, message: 'Free users can verify up to 10 emails at once.' },
  monthly_limit_reached: { status: 429, message: 'Monthly limit reached. Resets on the first at 00:00 UTC.' },
  price_unknown: { status: 400, message: 'Invalid plan selected.' },
  price_not_configured: { status: 503, message: 'Price ID not configured for this plan.' },
  not_subscribed: { status: 409, message: 'There is no subscription to manage.' },
  signature_invalid: { status: 400, message: 'The signature of this event is not valid.' },
} as const satisfies Record<string, ApiErrorEntry>

const serviceErrors = {
  service_off: { status: 403, message: 'This service is switched off at the moment.' },
  database_unavailable: { status: 503, message: 'The service cannot answer at the moment. Please try again shortly.' },
  busy: { status: 503, message: 'The service is busy. Please try again in a moment.' },
  verifier_unavailable: { status: 503, message: 'Email verification is not available at the moment.' },
  billing_unavailable: { status: 503, message: 'Payments are not available at the moment.' },
  billing_failed: { status: 502, message: 'The payment provider did not answer. Nothing was changed.' },
  internal_error: { status: 500, message: 'Internal server error. Please try again later.' },
} as const satisfies Record<string, ApiErrorEntry>

/**
 * Maps every stable error code of the API to its status and default text. The texts of spec §5's server messages are Portuguese and come
 * from core's `serverMessages`; clients show the English text for the code. docs/reference.md says where the table is.
 *
 * @example
 * apiErrors.unauthorized.status // => 401
 */
export const apiErrors = {
  ...runErrors,
  ...accountErrors,
  ...accessErrors,
  ...requestErrors,
  ...serviceErrors,
} as const

/** The code of an API error. Codes are stable: texts may change, codes don't. */
export type ApiErrorCode = keyof typeof apiErrors

/**
 * Returns `true` if the text is an error code of this contract version.
 *
 * @example
 * isApiErrorCode('unauthorized') // => true
 * isApiErrorCode('cannot_connect') // => false
 */
export const isApiErrorCode = (text: string): text is ApiErrorCode => Object.hasOwn(apiErrors, text)

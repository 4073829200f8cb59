import { loginFailure, type Notice, registrationFailure } from '@netbox/product'
import type { Failure } from '../../lib/failure.ts'

/** Returns why the sign-in failed, in the spec's words. */
export const loginNotice = ({ code, message }: Failure): Notice => loginFailure(code, message)

// The spec has a sentence for each of these codes. Other errors also show the service's message.
const worded: ReadonlySet<string> = new Set(['cannot_connect', 'email_in_use', 'invalid_email', 'password_too_short'])

// The service's message names the reason; the spec's sentence would blame the email.
const unblamed: ReadonlySet<string> = new Set(['password_too_long', 'service_off'])

// With these status codes, the service asks the client to retry later; the input is not wrong.
const LATER: ReadonlySet<number> = new Set([408, 429])

const isRefused = ({ status }: Failure): boolean =>
  status !== undefined && status >= 400 && status < 500 && !LATER.has(status)

/** Returns why the registration failed, in the spec's words. */
export const registrationNotice = (failure: Failure): Notice => {
  const { code, message } = failure
  const { title, message: sentence } = registrationFailure(code, isRefused(failure))
  if (unblamed.has(code) && message !== '') return { title, message }
  return { title, message: worded.has(code) || message === '' ? sentence : `${sentence} ${message}` }
}

const blamed: Readonly<Record<string, string>> = {
  invalid_email: 'email',
  email_in_use: 'email',
  password_too_short: 'password',
  password_too_long: 'password',
  code_invalid: 'code',
}

/** Returns the field that caused a failure. */
export const blamedField = ({ code }: Failure): string | undefined =>
  Object.hasOwn(blamed, code) ? blamed[code] : undefined

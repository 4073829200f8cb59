import { loginFailure, type Notice, registrationFailure } from '@netbox/core'

/** Why a request failed: a stable code, and what was said. */
export interface Failure {
  readonly code: string
  readonly message: string
}

const textOf = (value: object, name: string): string | undefined => {
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? text : undefined
}

/**
 * Reads why a request failed. What is no error of the API is a part of the site that could not be fetched: then the service
 * can't be reached either.
 */
export const failureOf = (error: unknown): Failure => {
  if (typeof error !== 'object' || error === null) return { code: 'cannot_connect', message: '' }
  const code = textOf(error, 'code')
  return code === undefined
    ? { code: 'cannot_connect', message: '' }
    : { code, message: textOf(error, 'message') ?? '' }
}

/** Says why somebody could not sign in, in the spec's words. */
export const loginNotice = ({ code, message }: Failure): Notice => loginFailure(code, message)

// Their codes have a sentence of the spec; of everything else it is told, too, what the service said.
const worded: ReadonlySet<string> = new Set(['cannot_connect', 'email_in_use', 'invalid_email', 'password_too_short'])

/** Says why somebody could not register, in the spec's words. */
export const registrationNotice = ({ code, message }: Failure): Notice => {
  const { title, message: sentence } = registrationFailure(code)
  return { title, message: worded.has(code) || message === '' ? sentence : `${sentence} ${message}` }
}

/** Says why something else about an account failed. */
export const accountNotice =
  (title: string) =>
  ({ code, message }: Failure): Notice => ({
    title,
    message: code === 'cannot_connect' || message === '' ? loginFailure('cannot_connect').message : message,
  })

const blamed: Readonly<Record<string, string>> = {
  invalid_email: 'email',
  email_in_use: 'email',
  password_too_short: 'password',
  password_too_long: 'password',
  code_invalid: 'code',
}

/** Names the field that a failure is about. */
export const blamedField = ({ code }: Failure): string | undefined =>
  Object.hasOwn(blamed, code) ? blamed[code] : undefined

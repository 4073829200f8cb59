import { loginFailure, type Notice, registrationFailure, registrationMessages } from '@netbox/product'
import * as v from 'valibot'
import type { Failure } from '../../lib/session/requests.ts'
import { confirmed, filled, newPassword, secret } from '../../lib/page/form.ts'
import { authTexts } from '../../texts/auth.ts'

/** Returns why the sign-in failed, in the spec's words. */
export const loginNotice = ({ code, message }: Failure): Notice => loginFailure(code, message)

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
  return { title, message: sentence }
}

const blamed: Readonly<Record<string, string>> = {
  invalid_email: 'email',
  email_in_use: 'email',
  password_too_short: 'password',
  password_too_long: 'password',
  code_invalid: 'code',
}

/** Returns the id of the message about a failure for the field that caused it. */
export const blameFor = (failure: Failure | undefined, id: string) => (field: string) =>
  failure !== undefined && blamed[failure.code] === field ? id : undefined

const email = filled(registrationMessages.emailRequired)

/** The schema of the code of a message. */
export const mailCode = filled(authTexts.codeMissing)

/** The form of a sign-in. Source: spec §5. */
export const loginForm = v.object({ email, password: secret(authTexts.passwordMissing) })

/** A form that asks for an email address. */
export const emailForm = v.object({ email })

/** The form of a registration. Source: spec §5. */
export const registrationForm = v.pipe(v.object({ email, ...newPassword }), confirmed())

/** A form that asks for the code of a message, and for the address that it was sent to. */
export const codeForm = v.object({ email, code: mailCode })

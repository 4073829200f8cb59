import type { Notice } from './notices.ts'
import { serverMessages } from './server-messages.ts'

const cannotConnect = 'Cannot connect to server. Please ensure you have an internet connection and try again.'
const wrongCredentials = 'Invalid email or password. Please check your credentials and try again.'

/** The texts of the sign-in. Source: spec §2, §8. */
export const loginMessages = {
  failed: { title: 'Login failed', message: wrongCredentials },
  unexpected: 'An unexpected error occurred during login. Please try again.',
  confirmFirst: 'Confirm your email first.',
  sendAgain: 'Send the link again',
} as const

/** The minimum length of a new password. Source: spec §9. */
export const MIN_PASSWORD_LENGTH = 6

/** The texts of the registration form and its failures. Source: spec §2, §5, §8. */
export const registrationMessages = {
  failed: {
    title: 'Registration failed',
    message: 'Failed to create account. Please check your email and try again.',
  },
  unexpected: 'An unexpected error occurred during registration. Please try again.',
  emailRequired: 'Please enter your email address.',
  passwordsDiffer: 'Passwords do not match. Please make sure both passwords are identical.',
  passwordTooShort: (minimum: number) => `Password must be at least ${minimum} characters long.`,
} as const

/** The screen after a registration whose address must be confirmed. Source: spec §2. */
export const checkYourEmail = {
  title: 'Check Your Email',
  message: (email: string) => `We sent a link to ${email}. Open it to confirm your address, then sign in.`,
  signIn: 'Sign in',
} as const

/** The texts of the backend-status banner. Source: spec §2, §8. */
export const backendBanner = {
  checking: 'Checking the connection',
  connected: 'Connected',
  disconnected: 'Disconnected',
  retry: 'Retry',
  cannotConnect: 'Cannot connect to backend server. Check reverse proxy configuration.',
  httpStatus: (status: number, text: string) => `HTTP ${status}: ${text}`,
} as const

/** The code of a failed account request: a server code, or `cannot_connect` without a response. */
export type AccountErrorCode = keyof typeof serverMessages | 'cannot_connect'

const loginErrors: Partial<Record<string, string>> = {
  cannot_connect: cannotConnect,
  invalid_credentials: wrongCredentials,
  account_disabled: 'Your account has been disabled. Please contact support.',
} satisfies Partial<Record<AccountErrorCode, string>>

const registrationErrors: Partial<Record<string, string>> = {
  cannot_connect: cannotConnect,
  email_in_use: serverMessages.email_in_use.english,
  invalid_email: 'Please enter a valid email address.',
  password_too_short: registrationMessages.passwordTooShort(MIN_PASSWORD_LENGTH),
} satisfies Partial<Record<AccountErrorCode, string>>

/**
 * Returns why signing in failed: the text of the code, else the raw message, else a fallback. Source: spec §8, Login.
 *
 * @param code - the stable code of the response, if it had one.
 * @param rawMessage - the server's message.
 */
export function loginFailure(code: string | undefined, rawMessage = ''): Notice {
  const message = lookUp(loginErrors, code) ?? (rawMessage.trim() || loginMessages.unexpected)
  return { title: loginMessages.failed.title, message }
}

/**
 * Returns why registering failed: the text of the code; else, if the service refused the request, that no account was created; else a
 * fallback. Source: spec §8, Registration.
 *
 * @param code - the stable code of the response, if it had one.
 * @param isRefused - whether the service refused the request; default false.
 */
export function registrationFailure(code: string | undefined, isRefused = false): Notice {
  const { failed, unexpected } = registrationMessages
  return { title: failed.title, message: lookUp(registrationErrors, code) ?? (isRefused ? failed.message : unexpected) }
}

function lookUp(table: Partial<Record<string, string>>, code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined
}

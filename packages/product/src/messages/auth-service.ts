/** The code of an error in the account service's session handling. Source: spec §8, auth service errors. */
export type AuthServiceErrorCode = keyof typeof authServiceMessages

/** A text for each error of the account service's session handling. */
export const authServiceMessages = {
  session_missing: 'You are not signed in. Please log in and try again.',
  session_not_found: 'Your session has ended. Please log in again.',
  invalid_jwt: 'Your session is not valid. Please log in again.',
  invalid_credentials: 'Invalid email or password',
  weak_password: 'This password is too weak.',
  retryable_fetch: 'The server did not answer. Please try again in a moment.',
} as const

/** The advice for a weak password, by the account service's reason. */
export const weakPasswordReasons = {
  length: 'Make it longer.',
  characters: 'Mix letters, digits and other characters.',
  pwned: 'It is known from a data leak. Choose another one.',
} as const

/** A reason why a password is too weak. */
export type WeakPasswordReason = keyof typeof weakPasswordReasons

/** The HTTP statuses after which a failed fetch should be retried. Source: spec §8. */
export const retryableStatuses: readonly number[] = [502, 503, 504]

/**
 * Returns the message for a weak password, with the reasons.
 *
 * @example
 * import { weakPasswordMessage } from '@netbox/product'
 * weakPasswordMessage(['length']) // => 'This password is too weak. Make it longer.'
 * weakPasswordMessage([]) // => 'This password is too weak.'
 */
export function weakPasswordMessage(reasons: readonly WeakPasswordReason[]): string {
  return [authServiceMessages.weak_password, ...reasons.map((reason) => weakPasswordReasons[reason])].join(' ')
}

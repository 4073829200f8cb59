import { serverMessages } from '@netbox/product'
import { ApiError } from '../../api-error.ts'

// The minimum length in the specification's message.
const SPECIFIED_MINIMUM = 6

/** Returns the error for a short password: the specification's text with the configured minimum. */
export const passwordTooShort = (minimum: number): ApiError =>
  new ApiError('password_too_short', {
    message: serverMessages.password_too_short.portuguese.replace(String(SPECIFIED_MINIMUM), String(minimum)),
  })

/** Returns the error for an invalid address, at endpoints that respond the same to every valid one. */
export const noAddress = (): ApiError =>
  new ApiError('validation_failed', { errors: [{ msg: serverMessages.invalid_email.portuguese, path: 'email' }] })

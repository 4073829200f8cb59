import { serverMessages } from '@netbox/product'
import { ApiError } from '../../api-error.ts'

// The specification's text names its own minimum.
const SPECIFIED_MINIMUM = 6

/** Refuses a short password with the specification's text and the configured minimum. */
export const passwordTooShort = (minimum: number): ApiError =>
  new ApiError('password_too_short', {
    message: serverMessages.password_too_short.portuguese.replace(String(SPECIFIED_MINIMUM), String(minimum)),
  })

/** Refuses an invalid address at endpoints that give the same answer for every address. */
export const noAddress = (): ApiError =>
  new ApiError('validation_failed', { errors: [{ msg: serverMessages.invalid_email.portuguese, path: 'email' }] })

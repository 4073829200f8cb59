import { serverMessages } from '@netbox/product'
import { ApiError } from '../../api-error.ts'

// The specification's text names its own minimum.
const SPECIFIED_MINIMUM = 6

/** Refuses a short password in the specification's words, with the minimum that is configured here. */
export const passwordTooShort = (minimum: number): ApiError =>
  new ApiError('password_too_short', {
    message: serverMessages.password_too_short.portuguese.replace(String(SPECIFIED_MINIMUM), String(minimum)),
  })

/** Refuses what is no address where the answer for addresses is always the same. */
export const noAddress = (): ApiError =>
  new ApiError('validation_failed', { errors: [{ msg: serverMessages.invalid_email.portuguese, path: 'email' }] })

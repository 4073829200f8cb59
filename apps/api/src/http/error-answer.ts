import { type ApiErrorBody, apiErrors, isApiErrorCode } from '@netbox/contract'
import { ToolError } from '@netbox/core'
import { AccountError } from '../accounts/account-error.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { ApiError } from './api-error.ts'

// The codes of the account core are codes of the API too: the compiler holds that.
const fromAccounts = ({ code, retryAfter, cause }: AccountError): ApiError =>
  new ApiError(code, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })

/** Turns whatever was thrown into what the client may know of it. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof AccountError) return fromAccounts(error)
  if (error instanceof DatabaseUnavailable) return new ApiError('database_unavailable', { retryAfter: 2, cause: error })
  // Core's words, the API's status. A failure of ours says nothing but that it is one.
  if (error instanceof ToolError && isApiErrorCode(error.code) && apiErrors[error.code].status < 500)
    return new ApiError(error.code, { message: error.message })
  return new ApiError('internal_error', { cause: error })
}

/** Writes the body of an error. */
export const errorBody = ({ code, message, errors }: ApiError, requestId: string): ApiErrorBody => ({
  error: message,
  code,
  request_id: requestId,
  ...(errors === undefined ? {} : { errors: errors.map(({ msg, path }) => ({ msg, path })) }),
})

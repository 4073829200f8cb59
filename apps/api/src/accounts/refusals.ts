import { AccountError, type AccountErrorCode } from './account-error.ts'
import { ApiError } from '../api-error.ts'

/** Calls the account services and replaces one of their errors; the HTTP layer formats all others. */
export const rewording = async <Result>(
  code: AccountErrorCode,
  reworded: () => ApiError,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AccountError && error.code === code) throw reworded()
    throw error
  }
}

/** Treats an overlong password as a wrong one, because no account can have it. */
export const tooLongIsWrong = <Result>(work: () => Promise<Result>): Promise<Result> =>
  rewording('password_too_long', () => new ApiError('invalid_credentials'), work)

import { AccountError, type AccountErrorCode } from '../accounts/account-error.ts'
import { ApiError } from '../api-error.ts'

/** Calls the account core and words one of its refusals again; every other one is the http layer's to word. */
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

/** Checks a too long password: no account has it, so it is a wrong one. */
export const tooLongIsWrong = <Result>(work: () => Promise<Result>): Promise<Result> =>
  rewording('password_too_long', () => new ApiError('invalid_credentials'), work)

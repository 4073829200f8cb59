import { ProviderFailure } from './payment-provider.ts'
import { ApiError } from '../api-error.ts'

/** The `Retry-After` for clients, in seconds. */
const LATER = 5

const asRefusal = (failure: ProviderFailure): ApiError => {
  const details = { retryAfter: LATER, cause: failure }
  // The provider refuses the key: nothing can be sold until the operator configures another one.
  if (failure.kind === 'locked_out') return new ApiError('billing_unavailable', details)
  if (failure.kind === 'conflict') return new ApiError('busy', details)
  return new ApiError('billing_failed', details)
}

/** Runs work at the payment provider; its failures become responses to the client. */
export const refusing = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof ProviderFailure ? asRefusal(error) : error
  }
}

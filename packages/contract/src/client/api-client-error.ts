import { retryableStatuses } from '@netbox/product'
import type { ApiErrorCode } from '../api-errors.ts'

/** The code of a call that failed without a readable response of the API. */
export type TransportErrorCode = 'cannot_connect' | 'network_error' | 'invalid_response'

/** The API's message about one field. */
export interface FieldMessage {
  readonly msg: string
  readonly path: string
}

/** The details of a failed call, in addition to its message. */
export interface ApiFailure {
  /** A code of this contract, one of the client's own, or one of a newer API. */
  readonly code: ApiErrorCode | TransportErrorCode | (string & {})
  /** HTTP status; undefined without a response. */
  readonly status?: number | undefined
  readonly errors?: readonly FieldMessage[] | undefined
  readonly requestId?: string | undefined
  /** The number of seconds to wait before a retry. */
  readonly retryAfter?: number | undefined
}

/**
 * The error of a failed call. `message` is for people, in the spec's words (§8); `code` is stable.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://netbox.example/api' })
 * const error = await client.call('usage.list').catch((reason) => reason)
 * error instanceof ApiClientError // => true
 * error.code // => 'unauthorized'
 * error.status // => 401
 */
export class ApiClientError extends Error implements ApiFailure {
  override readonly name = 'ApiClientError'
  readonly code: ApiFailure['code']
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined
  readonly errors: readonly FieldMessage[]
  readonly requestId: string | undefined
  /** The number of seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(message: string, { code, status, errors = [], requestId, retryAfter }: ApiFailure, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.status = status
    this.errors = errors
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/**
 * Returns whether the service could not be reached, directly or behind its proxy: no response, 502, 503 or 504 (spec §8). A token whose
 * check failed in any other way is removed (spec §4).
 */
export const isOutage = ({ status }: ApiClientError): boolean =>
  status === undefined || retryableStatuses.includes(status)

/**
 * Returns whether a retry may succeed without changes: there was no response, the service failed, or it asked to wait. A refresh that fails
 * in this way doesn't end the session.
 *
 * @example
 * isRetryable(new ApiClientError('Cannot connect to API.', { code: 'cannot_connect' })) // => true
 * isRetryable(new ApiClientError('You are not signed in.', { code: 'unauthorized', status: 401 })) // => false
 */
export const isRetryable = (error: unknown): boolean => {
  if (!(error instanceof ApiClientError)) return false
  const { status } = error
  return status === undefined || status === 408 || status === 429 || status < 400 || status >= 500
}

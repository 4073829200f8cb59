import { type ApiErrorCode, apiErrors } from '@netbox/contract'

/** A problem in a request, with the path of the invalid field. */
export interface ErrorItem {
  readonly msg: string
  /** A dotted path, such as `source.host`; empty for the whole body. */
  readonly path: string
}

/** The details of an error, in addition to its code. */
export interface ApiErrorOptions {
  /** The message for people; default: the code's text. */
  readonly message?: string
  readonly errors?: readonly ErrorItem[]
  /** The number of seconds after which a retry may succeed. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** The error of a refused request: the HTTP layer responds with the code's status. Other errors become a 500. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number
  readonly errors: readonly ErrorItem[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: ApiErrorCode, { message, errors, retryAfter, cause }: ApiErrorOptions = {}) {
    super(message ?? apiErrors[code].message, cause === undefined ? {} : { cause })
    this.code = code
    this.status = apiErrors[code].status
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

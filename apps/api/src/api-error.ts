import { type ApiErrorCode, apiErrors } from '@netbox/contract'

/** One thing that is wrong with a request, and where. */
export interface ErrorItem {
  readonly msg: string
  /** Dotted, as `source.host`; empty for the whole body. */
  readonly path: string
}

/** The details of an error, in addition to its code. */
export interface ApiErrorOptions {
  /** For people; default is the code's own text. */
  readonly message?: string
  readonly errors?: readonly ErrorItem[]
  /** Seconds after which trying again may help. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** Thrown to refuse a request: the HTTP layer answers with the code's status. Other errors are a 500. */
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

import { type ApiErrorCode, apiErrors, isApiErrorCode } from '@netbox/contract'
import type { authAnswers, restStatuses, storageAnswers } from './supabase/codes.ts'

/** The code of a refusal: one of the contract, or one that only an API for supabase-js tells apart. */
export type RefusalCode =
  | ApiErrorCode
  | keyof typeof authAnswers
  | keyof typeof restStatuses
  | keyof typeof storageAnswers

/** A problem in a request, with the path of the invalid field. */
export interface ErrorItem {
  readonly msg: string
  /** A dotted path, such as `source.host`; empty for the whole body. */
  readonly path: string
}

/** The details of a refusal, in addition to its code. */
export interface RefusalOptions {
  /** The message for people; default: the text of the code. */
  readonly message?: string
  readonly errors?: readonly ErrorItem[]
  /** The number of seconds after which a retry may succeed. */
  readonly retryAfter?: number
  /** The minimum length of a password, if it was too short. */
  readonly minimum?: number
  /** More about the problem, for clients of the tables. */
  readonly details?: string
  /** Why the credential is not valid, for `unauthorized`. */
  readonly reason?: UnauthorizedReason
  readonly cause?: unknown
}

/** The reason why a bearer token is not valid. */
export type SignedOutReason = 'bad_jwt' | 'session_not_found' | 'user_banned'

/** The reason why a credential is not valid. */
export type UnauthorizedReason = SignedOutReason | 'invalid_api_key'

/** The only error with which netbox refuses a request. Each API writes its own response for the code. Other errors become a 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  /** The message of this refusal; undefined for the text of the code. */
  readonly text: string | undefined
  readonly errors: readonly ErrorItem[] | undefined
  readonly retryAfter: number | undefined
  readonly minimum: number | undefined
  readonly details: string | undefined
  readonly reason: UnauthorizedReason | undefined

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const { message, cause } = options
    super(message ?? code, cause === undefined ? {} : { cause })
    this.code = code
    this.text = message
    this.errors = options.errors
    this.retryAfter = options.retryAfter
    this.minimum = options.minimum
    this.details = options.details
    this.reason = options.reason
  }
}

// The minimum length in the specification's message.
const SPECIFIED_MINIMUM = '6'

/** Returns the code, the status and the text of a refusal in the contract. The codes of other APIs are a bad request there. */
export const contractError = ({ code, text, minimum }: Refusal) => {
  const known = isApiErrorCode(code) ? code : 'bad_request'
  const { status, message } = apiErrors[known]
  const usual = minimum === undefined ? message : message.replace(SPECIFIED_MINIMUM, String(minimum))
  return { code: known, status, message: text ?? usual }
}

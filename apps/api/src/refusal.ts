import { type ApiErrorCode, apiErrors, isApiErrorCode } from '@netbox/contract'

/** The codes that only clients of auth-js tell apart. */
export type AuthCode =
  | 'anonymous_provider_disabled'
  | 'bad_code_verifier'
  | 'email_exists'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'manual_linking_disabled'
  | 'not_service_key'
  | 'otp_expired'
  | 'phone_provider_disabled'
  | 'provider_disabled'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'reauthentication_unconfirmed'
  | 'request_invalid'
  | 'same_password'
  | 'saml_provider_disabled'
  | 'signup_disabled'
  | 'user_banned'
  | 'user_id_invalid'
  | 'user_not_found'
  | 'web3_provider_disabled'

/** The codes of PostgREST and PostgreSQL, which clients of the tables check. */
export type RestCode =
  | 'PGRST100'
  | 'PGRST102'
  | 'PGRST103'
  | 'PGRST106'
  | 'PGRST107'
  | 'PGRST116'
  | 'PGRST204'
  | 'PGRST205'
  | '21000'
  | '22007'
  | '22P02'
  | '23502'
  | '23503'
  | '42501'

/** The codes that clients of the storage check. */
export type StorageCode =
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'KeyAlreadyExists'
  | 'BucketAlreadyExists'
  | 'ResourceNotEmpty'
  | 'EntityTooLarge'
  | 'InvalidMimeType'
  | 'InvalidKey'
  | 'InvalidBucketName'
  | 'InvalidRequest'
  | 'InvalidSignature'
  | 'ExpiredToken'
  | 'AccessDenied'
  | 'InvalidRange'
  | 'NotSupported'

/**
 * The code of a refusal: one of the contract, or one that only an API for supabase-js tells apart. Each API has one table from codes to
 * its statuses and texts.
 */
export type RefusalCode = ApiErrorCode | AuthCode | RestCode | StorageCode

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

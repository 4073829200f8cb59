import { ApiError, type ApiErrorOptions } from '../../api-error.ts'

/** The errors of the storage, with the status for the response body. The HTTP status is 400, except that 429, 500 and 503 stay the same. */
const refusals = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: {
    status: 409,
    error: 'ResourceNotEmpty',
    message: 'The bucket you tried to delete is not empty',
  },
  EntityTooLarge: {
    status: 413,
    error: 'Payload too large',
    message: 'The object exceeded the maximum allowed size',
  },
  InvalidMimeType: { status: 415, error: 'invalid_mime_type', message: 'mime type is not supported' },
  InvalidKey: { status: 400, error: 'InvalidKey', message: 'Invalid key' },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidRequest: { status: 400, error: 'InvalidRequest', message: 'The request is invalid' },
  InvalidSignature: { status: 400, error: 'InvalidSignature', message: 'Invalid signature' },
  ExpiredToken: { status: 400, error: 'ExpiredToken', message: 'The signed URL has expired' },
  AccessDenied: { status: 403, error: 'Unauthorized', message: 'new row violates row-level security policy' },
  InvalidRange: { status: 416, error: 'invalid_range', message: 'The requested range is not satisfiable' },
  NotSupported: { status: 501, error: 'NotSupported', message: 'This operation is not supported' },
  SlowDown: { status: 429, error: 'SlowDown', message: 'Too many requests, please slow down' },
  ServiceUnavailable: { status: 503, error: 'ServiceUnavailable', message: 'The service is not available' },
  InternalError: { status: 500, error: 'InternalError', message: 'Internal server error' },
} as const

/** The code of a storage error, which clients check. */
export type StorageCode = keyof typeof refusals

const classOf = (status: number): ApiError['code'] =>
  status === 429 ? 'rate_limited' : status === 503 ? 'busy' : 'bad_request'

/** An error of the storage, in the form that supabase-js reads. */
export class StorageError extends ApiError {
  readonly storageCode: StorageCode

  constructor(code: StorageCode, message: string = refusals[code].message, options: ApiErrorOptions = {}) {
    super(classOf(refusals[code].status), { ...options, message })
    this.storageCode = code
  }
}

const codeOf = (error: ApiError): StorageCode => {
  if (error instanceof StorageError) return error.storageCode
  if (error.status === 401 || error.status === 403) return 'AccessDenied'
  if (error.status === 429) return 'SlowDown'
  if (error.status === 413) return 'EntityTooLarge'
  if (error.status === 503) return 'ServiceUnavailable'
  return error.status >= 500 ? 'InternalError' : error.code === 'not_found' ? 'NoSuchKey' : 'InvalidRequest'
}

const answeredAs = (status: number): number => (status === 429 || status === 500 || status === 503 ? status : 400)

/** Formats an error as Supabase's storage does. */
export const describeStorageError = (error: ApiError) => {
  const code = codeOf(error)
  const { status, error: name } = refusals[code]
  // Clients search for these texts.
  const message =
    error.code === 'unauthorized' && error.message !== 'Invalid API key' ? 'Invalid Compact JWS' : error.message
  return { status: answeredAs(status), body: { statusCode: String(status), error: name, message, code } }
}

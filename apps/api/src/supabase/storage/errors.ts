import { contractError, type Refusal, type StorageCode } from '../../refusal.ts'

/** The errors of the storage, with the status for the response body. The HTTP status is 400, except that 429, 500 and 503 stay the same. */
const answers = {
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
} as const satisfies Record<StorageCode | 'SlowDown' | 'ServiceUnavailable' | 'InternalError', object>

type AnswerCode = keyof typeof answers

const isStorageCode = (code: string): code is AnswerCode => Object.hasOwn(answers, code)

const codeOf = ({ code }: Refusal, status: number): AnswerCode => {
  if (isStorageCode(code)) return code
  if (status === 401 || status === 403) return 'AccessDenied'
  if (status === 429) return 'SlowDown'
  if (status === 413) return 'EntityTooLarge'
  if (status === 503) return 'ServiceUnavailable'
  return status >= 500 ? 'InternalError' : code === 'not_found' ? 'NoSuchKey' : 'InvalidRequest'
}

const answeredAs = (status: number): number => (status === 429 || status === 500 || status === 503 ? status : 400)

/** Formats a refusal as Supabase's storage does. Clients search for its texts. */
export const describeStorageError = (refusal: Refusal) => {
  const usual = contractError(refusal)
  const code = codeOf(refusal, usual.status)
  const { status, error, message } = answers[code]
  const own = isStorageCode(refusal.code) ? (refusal.text ?? message) : usual.message
  const isSignedOut = refusal.code === 'unauthorized' && refusal.reason !== 'invalid_api_key'
  const words = isSignedOut ? 'Invalid Compact JWS' : own
  return { status: answeredAs(status), body: { statusCode: String(status), error, message: words, code } }
}

import { contractError, type Refusal } from '../../refusal.ts'
import { type StorageAnswer, storageAnswers } from '../codes.ts'

/** The errors of the storage. The HTTP status is 400, except that 429, 500 and 503 stay the same. */
const answers = {
  ...storageAnswers,
  SlowDown: { status: 429, message: 'Too many requests, please slow down' },
  ServiceUnavailable: { status: 503, message: 'The service is not available' },
  InternalError: { status: 500, message: 'Internal server error' },
} satisfies Record<string, StorageAnswer>

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
  const { status, error = code, message }: StorageAnswer = answers[code]
  const own = isStorageCode(refusal.code) ? (refusal.text ?? message) : usual.message
  const isSignedOut = refusal.code === 'unauthorized' && refusal.reason !== 'invalid_api_key'
  const words = isSignedOut ? 'Invalid Compact JWS' : own
  return { status: answeredAs(status), body: { statusCode: String(status), error, message: words, code } }
}

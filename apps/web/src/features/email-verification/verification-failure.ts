import { type Notice, verificationFailed } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'
import type { VerificationFailure } from './verification-state.ts'

const secondsOf = (error: Error): number =>
  'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : 0

const wordsOf = (code: string, error: Error): Notice | undefined => {
  const seconds = secondsOf(error)
  if (code === 'rate_limited' && seconds > 0) return verificationTexts.tooMany(seconds)
  return verificationTexts.failures[code]
}

/** Describes why a verification failed, with the screen's own text if there is one. The toast has the spec's text (spec §8). */
export const verificationFailureOf = (error: unknown): VerificationFailure => {
  const known = error instanceof Error ? error : new Error('')
  const code = 'code' in known && typeof known.code === 'string' ? known.code : 'failed'
  const said = verificationFailed(known.message)
  return { code, ...(wordsOf(code, known) ?? said), said }
}

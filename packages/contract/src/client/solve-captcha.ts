import { type CaptchaChallenge, type CaptchaPurpose, captchaPurposes } from '../entities/captcha.ts'
import { ApiClientError } from './api-client-error.ts'
import type { CallInput } from './request.ts'

/**
 * A function that solves a challenge and returns the value for `captcha`: `{challenge, solution}` as base64-encoded JSON, as ALTCHA's
 * widget returns it. It returns undefined if the visitor gave up.
 */
export type CaptchaSolver = (challenge: CaptchaChallenge, signal?: AbortSignal) => Promise<string | undefined>

/** The functions that get and solve a challenge. */
export interface CaptchaWork {
  readonly solve: CaptchaSolver | undefined
  /** Requests a challenge from the API. */
  readonly challenge: (purpose: CaptchaPurpose, signal: AbortSignal | undefined) => Promise<CaptchaChallenge>
}

// Returns whether a call may succeed with a solved challenge: it requires one, or it is a sign-in that exceeds its account's limit.
const wantsCaptcha = (id: string, error: unknown): error is ApiClientError =>
  error instanceof ApiClientError &&
  (error.code === 'captcha_required' || (id === 'auth.login' && error.code === 'rate_limited'))

/**
 * Sends a call. If the call fails because it needs a captcha, and a solver is set, sends it again with a solved challenge. Without a
 * solution, the call fails.
 */
export const withCaptcha = async <Result>(
  id: string,
  input: CallInput,
  { solve, challenge }: CaptchaWork,
  send: (input: CallInput) => Promise<Result>,
): Promise<Result> => {
  try {
    return await send(input)
  } catch (refusal) {
    const purpose = captchaPurposes.find((name) => name === id)
    if (purpose === undefined || solve === undefined || !wantsCaptcha(id, refusal)) throw refusal
    const { body, signal } = input
    let captcha: string | undefined
    try {
      captcha = await solve(await challenge(purpose, signal), signal)
    } catch (error) {
      throw signal?.aborted ? error : new ApiClientError(refusal.message, refusal, error)
    }
    if (captcha === undefined) throw refusal
    // The bodies of these endpoints are objects.
    return send({ ...input, body: { ...(body as object), captcha } })
  }
}

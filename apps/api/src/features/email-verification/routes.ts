import type { Verification } from '@netbox/contract'
import type { Clock, PlanId } from '@netbox/core'
import { checkVerification } from '@netbox/product'
import { awaited, streamed } from '../../http/answers.ts'
import { ApiError } from '../../http/api-error.ts'
import { createPlacesByKey } from '../../http/bounded.ts'
import type { Call, Routes } from '../../http/handler.ts'
import type { RateLimiter, RatePolicy } from '../../http/rate-limiter.ts'
import { HEARTBEAT } from '../../http/sse.ts'
import { noticeOf } from './notice.ts'
import type { VerificationPage } from './history.ts'
import type { Verifications } from './service.ts'

/** What the routes need. */
export interface EmailVerificationRoutesOptions {
  /** Undefined where no verifier is set up. */
  readonly verifications: Verifications | undefined
  readonly history: (userId: string, wanted: Call<'email.history'>['query']) => Promise<VerificationPage>
  /** Counts for all processes. */
  readonly limiter: RateLimiter
  /** Makes addresses that are one client's the same. */
  readonly addressKey: (address: string) => string
  readonly clock: Clock
}

const HOUR = 3600
/** Runs of a user. Those of an address are limited before anybody is known. */
const RUNS: Readonly<Record<PlanId, RatePolicy>> = {
  free: { points: 30, seconds: HOUR },
  pro: { points: 120, seconds: HOUR },
  enterprise: { points: 600, seconds: HOUR },
}
/** Runs of a user, or of an address, that go on at one time. */
const AT_ONCE = 4

const checkAllowance = ({ caller, body }: Call<'email.verify'>): void => {
  // Who looks at somebody's account may use up nothing of it.
  if (caller.kind === 'user' && caller.session.actorId !== null) throw new ApiError('read_only')
  const plan = caller.kind === 'anyone' ? 'free' : caller.user.plan
  const decision = checkVerification({ emails: body.emails, plan, signedIn: caller.kind !== 'anyone' })
  if (decision.allowed) return
  // These two are all that a verification is refused for; the others are those of an upload.
  const code = decision.code === 'no_emails' ? 'no_emails' : 'limit_exceeded'
  throw new ApiError(code, { message: decision.message })
}

const answerOf = async (results: AsyncIterable<Verification>) => {
  const all: Verification[] = []
  for await (const result of results) all.push(result)
  return { data: { results: all, notice: noticeOf(all) } }
}

/** Makes the routes of email verification. Without a verifier they say that there is none; what was verified before is still there. */
export const emailVerificationRoutes = (options: EmailVerificationRoutesOptions) => {
  const { verifications, history, limiter, addressKey, clock } = options
  const places = createPlacesByKey(AT_ONCE)

  const countRun = async ({ caller }: Call<'email.verify'>): Promise<void> => {
    if (caller.kind === 'anyone') return
    const state = await limiter.take(`email.verify|user ${caller.user.id}`, RUNS[caller.user.plan])
    if (!state.granted) throw new ApiError('rate_limited', { retryAfter: state.reset })
  }

  // As nothing is begun before the first result is asked for, nothing is left behind where it never is.
  async function* resultsOf(verifier: Verifications, { caller, body, signal, address }: Call<'email.verify'>) {
    const user = caller.kind === 'anyone' ? undefined : caller.user
    const leave = places.enter(user === undefined ? addressKey(address) : `user ${user.id}`)
    try {
      yield* verifier.verify(body.emails, user, signal())
    } finally {
      leave()
    }
  }

  return {
    'email.verify': async (call) => {
      checkAllowance(call)
      if (verifications === undefined)
        throw new ApiError('verifier_unavailable', { message: 'Email verification is not set up on this server.' })
      await countRun(call)
      const results = resultsOf(verifications, call)
      if (call.wantsStream) return streamed(results)
      return awaited(
        () => answerOf(results),
        (signal) => clock.wait(HEARTBEAT, signal),
      )
    },
    'email.history': async ({ caller, query }) => ({ data: await history(caller.user.id, query) }),
  } satisfies Routes
}

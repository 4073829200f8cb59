import type { Verification } from '@netbox/contract'
import { checkVerification } from '@netbox/core'
import { streamed } from '../../http/answers.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Call, Routes } from '../../http/handler.ts'
import type { EmailVerifier } from './email-verifier.ts'

const collected = async (results: AsyncIterable<Verification>): Promise<Verification[]> => {
  const all: Verification[] = []
  for await (const result of results) all.push(result)
  return all
}

const checkAllowance = ({ caller, body }: Call<'email.verify'>): void => {
  const plan = caller.kind === 'anyone' ? 'free' : caller.user.plan
  const decision = checkVerification({ emails: body.emails, plan, signedIn: caller.kind !== 'anyone' })
  if (decision.allowed) return
  // These two are all that a verification is refused for; the others are those of an upload.
  const code = decision.code === 'no_emails' ? 'no_emails' : 'limit_exceeded'
  throw new ApiError(code, { message: decision.message })
}

/** Makes the routes of email verification. Without a verifier they say that there is none, and a history is empty. */
export const emailVerificationRoutes = ({ verifier }: { readonly verifier: EmailVerifier | undefined }) =>
  ({
    'email.verify': async (call) => {
      checkAllowance(call)
      if (verifier === undefined)
        throw new ApiError('verifier_unavailable', { message: 'Email verification is not set up on this server.' })
      const user = call.caller.kind === 'anyone' ? undefined : call.caller.user
      const results = verifier.verify(call.body.emails, user, call.signal())
      return call.wantsStream ? streamed(results) : { data: { results: await collected(results) } }
    },
    'email.history': async ({ caller, query }) => ({
      data: (await verifier?.history(caller.user, query)) ?? { items: [], ...query, total: 0 },
    }),
  }) satisfies Routes

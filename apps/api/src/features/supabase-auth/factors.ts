import type { Factor, FactorOwner, SecondFactors } from '../../accounts/second-factor/second-factors.ts'
import type { SignedIn } from '../../accounts/session.ts'
import { ApiError } from '../../api-error.ts'
import { service } from '../../caller.ts'
import { paramOf, type SupabaseRoute } from '../../http/supabase.ts'
import type { RequestContext } from '../../middleware/request-context.ts'
import { isoTime } from '../../serializers/iso-time.ts'
import { rewording } from '../../serializers/refusals.ts'
import { fromUuid, toUuid } from '../../serializers/uuid.ts'

/** What the routes need. */
export interface FactorRoutesOptions {
  readonly secondFactors: SecondFactors
  readonly answerSession: (ctx: RequestContext, signedIn: SignedIn) => Promise<void>
}

const LONGEST_NAME = 100
const UNCLEAN = /[\u0000-\u001f\u007f]|\p{Surrogate}/u

/** Shows a factor as auth-js holds it. */
export const presentFactor = ({ id, name, isVerified, createdAt, updatedAt }: Factor) => ({
  id: toUuid(id),
  friendly_name: name,
  factor_type: 'totp' as const,
  status: isVerified ? ('verified' as const) : ('unverified' as const),
  created_at: isoTime(createdAt),
  updated_at: isoTime(updatedAt),
})

const ownerOf = (ctx: RequestContext): FactorOwner => {
  const { caller } = ctx.state
  if (caller.kind !== 'user' || caller === service) throw new ApiError('unauthorized')
  return { account: caller.user, session: caller.session }
}

const factorOf = (ctx: RequestContext): string => fromUuid(paramOf(ctx, 'id'))

const invalid = (message: string): ApiError => new ApiError('validation_failed', { message })

/** Reads an optional line of text from a body. */
const textOf = (body: unknown, name: string): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > LONGEST_NAME || UNCLEAN.test(value))
    throw invalid(`${name} must be a line of at most ${LONGEST_NAME} characters`)
  return value
}

/** Makes the routes with which auth-js enrols, verifies and removes second factors. */
export const factorRoutes = ({ secondFactors, answerSession }: FactorRoutesOptions): readonly SupabaseRoute[] => [
  {
    name: 'supabase.enrolFactor',
    method: 'POST',
    path: '/factors',
    handle: async (ctx) => {
      const { body } = ctx.request
      if (textOf(body, 'factor_type') !== 'totp') throw invalid('factor_type needs to be totp')
      const name = textOf(body, 'friendly_name')?.trim() ?? ''
      const issuer = textOf(body, 'issuer')?.trim()
      const enrolled = await secondFactors.enrol(ownerOf(ctx), { name, issuer: issuer === '' ? undefined : issuer })
      const { factor, qrCode, secret, uri } = enrolled
      ctx.body = {
        id: toUuid(factor.id),
        type: 'totp',
        friendly_name: factor.name,
        totp: { qr_code: qrCode, secret, uri },
      }
    },
  },
  {
    name: 'supabase.challengeFactor',
    method: 'POST',
    path: '/factors/:id/challenge',
    openToFirstFactor: true,
    handle: async (ctx) => {
      const { id, expiresAt } = await secondFactors.challenge(ownerOf(ctx), factorOf(ctx))
      ctx.body = { id: toUuid(id), type: 'totp', expires_at: Math.floor(expiresAt / 1000) }
    },
  },
  {
    name: 'supabase.verifyFactor',
    method: 'POST',
    path: '/factors/:id/verify',
    openToFirstFactor: true,
    handle: async (ctx) => {
      const { body } = ctx.request
      const challengeId = fromUuid(textOf(body, 'challenge_id') ?? '')
      const code = textOf(body, 'code') ?? ''
      const answer = { factorId: factorOf(ctx), challengeId, code }
      const verify = () => secondFactors.verify(ownerOf(ctx), answer)
      await answerSession(ctx, await rewording('session_not_found', () => new ApiError('unauthorized'), verify))
    },
  },
  {
    name: 'supabase.removeFactor',
    method: 'DELETE',
    path: '/factors/:id',
    handle: async (ctx) => {
      await secondFactors.remove(ownerOf(ctx), factorOf(ctx))
      ctx.body = { id: toUuid(factorOf(ctx)) }
    },
  },
]

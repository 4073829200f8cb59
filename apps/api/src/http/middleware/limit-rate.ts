import { type CaptchaPurpose, type EndpointDefinition, type RateLimit, rateLimitOf } from '@netbox/contract'
import type { Context, Middleware } from 'koa'
import { service } from '../../caller.ts'
import { limiterKey } from '../client-address.ts'
import type { RateLimits, RateState } from '../../rate-limits/rate-limits.ts'
import type { RequestState } from './request-context.ts'
import { Refusal } from '../../refusal.ts'
import type { ValidState } from './read-input.ts'

/** Sets the headers with the number of remaining requests (draft-ietf-httpapi-ratelimit-headers). */
export const setRateHeaders = (
  ctx: Pick<Context, 'set'>,
  { limit, remaining, reset }: Omit<RateState, 'granted'>,
): void => {
  ctx.set('RateLimit-Limit', String(limit))
  ctx.set('RateLimit-Remaining', String(remaining))
  ctx.set('RateLimit-Reset', String(reset))
}

/** Counts a call by the client's address. Throws `rate_limited`. */
const consumeRate = async (
  ctx: Pick<Context, 'ip' | 'set'>,
  rateLimits: RateLimits,
  name: string,
  limit: RateLimit,
): Promise<void> => {
  const state = await rateLimits.consume(name, limit, limiterKey(ctx.ip))
  setRateHeaders(ctx, state)
  if (!state.granted) throw new Refusal('rate_limited', { retryAfter: state.reset })
}

const VISITORS: RateLimit = { points: 600, seconds: 60 }

/** Limits how often one network address may call endpoints without a session. */
export const limitVisitors =
  (rateLimits: RateLimits): Middleware<RequestState> =>
  async (ctx, next) => {
    if (ctx.state.caller.kind === 'anyone') await consumeRate(ctx, rateLimits, 'visitors', VISITORS)
    await next()
  }

const DOWNLOADS: RateLimit = { points: 60, seconds: 60 }

/** Limits how often one network address may download the command. */
export const limitDownloads =
  (rateLimits: RateLimits): Middleware =>
  async (ctx, next) => {
    await consumeRate(ctx, rateLimits, 'downloads', DOWNLOADS)
    await next()
  }

/** Limits how often one address may call an endpoint; undefined if the contract sets no limit. */
export const limitRate = (endpoint: EndpointDefinition, rateLimits: RateLimits): Middleware | undefined => {
  const limit = rateLimitOf(endpoint)
  if (limit === undefined) return undefined
  return async (ctx, next) => {
    await consumeRate(ctx, rateLimits, endpoint.id, limit)
    await next()
  }
}

/** Returns whether a text is a solved challenge for this purpose, valid and unused; then marks it as used. */
export type UseCaptcha = (purpose: CaptchaPurpose, captcha: string | undefined) => Promise<boolean>

interface CaptchaBody {
  readonly captcha?: string | undefined
}

/**
 * Requires a solved challenge once the address of the caller has used half of the endpoint's rate limit. Exempt are the service key and, at
 * endpoints that do more for signed-in callers, those callers: a session is no reason to register more accounts. The challenge is used up
 * even if the handler fails. Undefined if the contract requires none.
 */
export const requireCaptcha = (
  endpoint: EndpointDefinition,
  rateLimits: RateLimits,
  useCaptcha: UseCaptcha,
): Middleware<ValidState> | undefined => {
  const { id, captcha: purpose } = endpoint
  const limit = rateLimitOf(endpoint)
  if (purpose === undefined || limit === undefined) return undefined
  return async (ctx, next) => {
    const { caller, body } = ctx.state
    const isExempt = caller === service || (caller.kind !== 'anyone' && endpoint.optionalSignIn === true)
    const isAsked = !isExempt && (await rateLimits.used(id, limit, limiterKey(ctx.ip))) > limit.points / 2
    // Endpoints with a captcha have a field for it in their body.
    if (isAsked && !(await useCaptcha(purpose, (body as CaptchaBody).captcha))) throw new Refusal('captcha_required')
    await next()
  }
}

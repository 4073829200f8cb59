import { type CaptchaPurpose, type EndpointDefinition, type RateLimit, rateLimitOf } from '@netbox/contract'
import type { Context, Middleware } from 'koa'
import { type Caller, service } from '../../caller.ts'
import { limiterKey } from '../client-address.ts'
import type { RateLimits, RateState } from '../../rate-limits/rate-limits.ts'
import type { RequestContext } from './request-context.ts'
import { Refusal } from '../../refusal.ts'

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
export const limitVisitors = async (ctx: RequestContext, rateLimits: RateLimits): Promise<void> => {
  if (ctx.state.caller.kind === 'anyone') await consumeRate(ctx, rateLimits, 'visitors', VISITORS)
}

const DOWNLOADS: RateLimit = { points: 60, seconds: 60 }

/** Limits how often one network address may download the command. */
export const limitDownloads =
  (rateLimits: RateLimits): Middleware =>
  async (ctx, next) => {
    await consumeRate(ctx, rateLimits, 'downloads', DOWNLOADS)
    await next()
  }

/** Limits how often one address may call an endpoint, by any path. */
export const limitRate = async (
  endpoint: EndpointDefinition,
  ctx: Pick<Context, 'ip' | 'set'>,
  rateLimits: RateLimits,
): Promise<void> => {
  const limit = rateLimitOf(endpoint)
  if (limit !== undefined) await consumeRate(ctx, rateLimits, endpoint.id, limit)
}

/** Returns whether a text is a solved challenge for this purpose, valid and unused; then marks it as used. */
export type UseCaptcha = (purpose: CaptchaPurpose, captcha: string | undefined) => Promise<boolean>

/** The parts of a call that decide whether it needs a captcha. */
interface CaptchaCall {
  readonly address: string
  readonly caller: Caller
  /** The valid body; endpoints with a captcha have a field for it. */
  readonly body?: unknown
}

/**
 * Requires a solved challenge once the address of the caller has used half of the endpoint's rate limit. Exempt are the service key and, at
 * endpoints that do more for signed-in callers, these callers: a session is no reason to register more accounts. The challenge is used up
 * even if the handler fails.
 */
export const requireCaptcha = async (
  endpoint: EndpointDefinition,
  { address, caller, body }: CaptchaCall,
  { rateLimits, useCaptcha }: { readonly rateLimits: RateLimits; readonly useCaptcha: UseCaptcha },
): Promise<void> => {
  const { id, captcha: purpose } = endpoint
  const limit = rateLimitOf(endpoint)
  if (purpose === undefined || limit === undefined) return
  const isExempt = caller === service || (caller.kind !== 'anyone' && endpoint.optionalSignIn === true)
  const isAsked = !isExempt && (await rateLimits.used(id, limit, limiterKey(address))) > limit.points / 2
  const { captcha } = body as { readonly captcha?: string }
  if (isAsked && !(await useCaptcha(purpose, captcha))) throw new Refusal('captcha_required')
}

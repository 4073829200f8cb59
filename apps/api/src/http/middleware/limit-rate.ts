import { type EndpointDefinition, type RateLimit, rateLimitOf } from '@netbox/contract'
import type { Context, Middleware } from 'koa'
import { limiterKey } from '../client-address.ts'
import type { RateLimits, RateState } from '../../rate-limits.ts'
import type { RequestState } from './request-context.ts'
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
export const limitVisitors =
  (rateLimits: RateLimits): Middleware<RequestState> =>
  async (ctx, next) => {
    if (ctx.state.caller.kind === 'anyone') await consumeRate(ctx, rateLimits, 'visitors', VISITORS)
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

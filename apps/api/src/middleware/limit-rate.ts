import { type EndpointDefinition, rateLimitOf } from '@netbox/contract'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../api-error.ts'
import { limiterKey } from '../client-address.ts'
import type { RateLimits, RateState } from '../rate-limits.ts'

/** Tells clients what is left (draft-ietf-httpapi-ratelimit-headers). */
export const setRateHeaders = (
  ctx: Pick<Context, 'set'>,
  { limit, remaining, reset }: Omit<RateState, 'granted'>,
): void => {
  ctx.set('RateLimit-Limit', String(limit))
  ctx.set('RateLimit-Remaining', String(remaining))
  ctx.set('RateLimit-Reset', String(reset))
}

/**
 * Limits how often one address may call an endpoint, with `rate_limited` beyond that; undefined where the contract sets no limit.
 */
export const limitRate = (endpoint: EndpointDefinition, rateLimits: RateLimits): Middleware | undefined => {
  const limit = rateLimitOf(endpoint)
  if (limit === undefined) return undefined
  return async (ctx, next) => {
    const state = await rateLimits.consume(endpoint.id, limit, limiterKey(ctx.ip))
    setRateHeaders(ctx, state)
    if (!state.granted) throw new ApiError('rate_limited', { retryAfter: state.reset })
    await next()
  }
}

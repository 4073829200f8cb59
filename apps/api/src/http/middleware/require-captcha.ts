import { type CaptchaPurpose, type EndpointDefinition, rateLimitOf } from '@netbox/contract'
import type { Middleware } from 'koa'
import { limiterKey } from '../client-address.ts'
import type { RateLimits } from '../../rate-limits.ts'
import type { ValidState } from './validate.ts'
import { Refusal } from '../../refusal.ts'

/** Returns whether a text is a solved challenge for this purpose, valid and unused; then marks it as used. */
export type UseCaptcha = (purpose: CaptchaPurpose, captcha: string | undefined) => Promise<boolean>

interface CaptchaBody {
  readonly captcha?: string | undefined
}

/**
 * Requires a solved challenge from anonymous callers once their address has used half of the endpoint's rate limit. The challenge is used
 * up even if the handler fails. Undefined if the contract requires none.
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
    const isAsked =
      caller.kind === 'anyone' && (await rateLimits.used(id, limit, limiterKey(ctx.ip))) > limit.points / 2
    // Endpoints with a captcha have a field for it in their body.
    if (isAsked && !(await useCaptcha(purpose, (body as CaptchaBody).captcha))) throw new Refusal('captcha_required')
    await next()
  }
}

import { Router } from '@koa/router'
import { type EndpointDefinition, endpoints, type ServiceName } from '@netbox/contract'
import Koa, { type Middleware } from 'koa'
import type { Logger } from 'pino'
import { addRoute, respond, type Routes } from './http/handler.ts'
import type { Metrics } from './metrics.ts'
import { answerErrors, reportBroken } from './middleware/answer-errors.ts'
import { authenticate, type Authenticator } from './middleware/authenticate.ts'
import { authorize } from './middleware/authorize.ts'
import { cacheAnswer } from './middleware/cache-answer.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { createConcurrencyLimiter } from './middleware/limit-concurrency.ts'
import { limitRate } from './middleware/limit-rate.ts'
import { logRequests } from './middleware/log-requests.ts'
import { createBodyReaders } from './middleware/read-body.ts'
import { requestContext, requireOneHost } from './middleware/request-context.ts'
import { requireCaptcha, type UseCaptcha } from './middleware/require-captcha.ts'
import { requireFeature } from './middleware/require-feature.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { validate } from './middleware/validate.ts'
import type { RateLimits } from './rate-limits.ts'

/** What the HTTP side of the service is made of. */
export interface AppParts {
  /** The handlers, by endpoint. */
  readonly routes: Routes
  /** Routes outside the contract: health, metrics, the reference. */
  readonly pages: Router
  readonly site: Middleware
  readonly authenticator: Authenticator
  readonly rateLimits: RateLimits
  readonly isOn: (service: ServiceName) => Promise<boolean>
  readonly useCaptcha: UseCaptcha
  readonly log: Logger
  readonly metrics: Metrics
  readonly settings: {
    readonly isSecure: boolean
    readonly publicUrl: string
    readonly corsOrigins: readonly string[]
    readonly trustedProxies: readonly string[]
  }
  readonly stopping: AbortSignal
}

/** Makes the Koa app: the path of every request, from top to bottom. */
export const createApp = (parts: AppParts): Koa => {
  const { routes, authenticator, rateLimits, isOn, useCaptcha, log, metrics, settings, stopping } = parts
  const limitConcurrency = createConcurrencyLimiter(metrics)
  const readBody = createBodyReaders()

  /** The path of one endpoint; a middleware that its definition doesn't ask for is undefined. */
  const pathOf = (endpoint: EndpointDefinition) => [
    limitRate(endpoint, rateLimits),
    authenticate(endpoint, authenticator),
    authorize(endpoint),
    readBody(endpoint),
    validate(endpoint),
    requireFeature(endpoint, isOn),
    limitConcurrency(endpoint),
    requireCaptcha(endpoint, rateLimits, useCaptcha),
    cacheAnswer(endpoint.maxAge),
    respond(endpoint, routes),
  ]
  const router = new Router({ prefix: '/api', sensitive: true, strict: true })
  for (const endpoint of endpoints) addRoute(router, endpoint, pathOf(endpoint))

  const app = new Koa({ env: 'production' })
  app.on('error', reportBroken(log))
  app.use(requestContext({ ...settings, stopping }))
  app.use(answerErrors(log))
  app.use(requireOneHost)
  app.use(securityHeaders(settings))
  app.use(crossOrigin(settings.corsOrigins))
  app.use(parts.site)
  app.use(logRequests(log, metrics))
  app.use(parts.pages.routes()).use(parts.pages.allowedMethods())
  app.use(router.routes()).use(router.allowedMethods())
  return app
}

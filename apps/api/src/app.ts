import type { Authenticator } from './caller.ts'
import { Router } from '@koa/router'
import { type EndpointDefinition, endpoints } from '@netbox/contract'
import Koa, { type Middleware, type ParameterizedContext } from 'koa'
import {
  createGuardEndpoint,
  describeSupabaseErrors,
  type GuardServices,
  serveSupabase,
  type SupabaseApi,
  type SupabasePath,
} from './http/supabase.ts'
import { addRoute, respond, type Routes } from './http/handler.ts'
import { answerErrors, reportBroken } from './http/middleware/answer-errors.ts'
import {
  type ApiKeys,
  authenticate,
  createKeyAuthenticator,
  type ExplainRefusal,
} from './http/middleware/authenticate.ts'
import { authorize, authorizeRoute, requireFeature } from './http/middleware/authorize.ts'
import { cacheAnswer } from './http/middleware/cache-answer.ts'
import { crossOrigin, securityHeaders, type SecuritySettings } from './http/middleware/response-headers.ts'
import { createConcurrencyLimiter } from './http/middleware/limit-concurrency.ts'
import { limitRate, limitVisitors, requireCaptcha } from './http/middleware/limit-rate.ts'
import { logRequests, readTarget, requestContext, requireOneHost } from './http/middleware/request-context.ts'
import { createBodyReaders, validate, type ValidState } from './http/middleware/read-input.ts'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/** The parts of the service's HTTP layer. */
interface AppParts extends GuardServices {
  /** The handlers, by endpoint. */
  readonly routes: Routes
  /** The APIs that supabase-js calls. */
  readonly supabase: readonly SupabaseApi[]
  /** Routes outside the contract: health, metrics, the API reference. */
  readonly pages: Router
  readonly site: Middleware
  readonly authenticator: Authenticator
  readonly explainRefusal: ExplainRefusal
  readonly log: Logger
  readonly metrics: Metrics
  readonly settings: ApiKeys &
    SecuritySettings & {
      readonly corsOrigins: readonly string[]
      readonly trustedProxies: readonly string[]
    }
  readonly stopping: AbortSignal
}

/** Returns the middleware that runs a check before the rest. A refusal ends the request. */
const check =
  (guard: (ctx: ParameterizedContext<ValidState>) => void | Promise<void>): Middleware<ValidState> =>
  async (ctx, next) => {
    await guard(ctx)
    await next()
  }

/** Creates the Koa app, with the middlewares of every request, from top to bottom. */
export const createApp = (parts: AppParts): Koa => {
  const { routes, supabase, authenticator, rateLimits, log, metrics, settings, stopping } = parts
  const limitConcurrency = createConcurrencyLimiter(metrics)
  const { readBody, readJson } = createBodyReaders()
  const authenticateKey = createKeyAuthenticator(settings, authenticator, parts.explainRefusal)

  /** Returns the middlewares of one endpoint, with undefined for each that its definition doesn't need. */
  const pathOf = (endpoint: EndpointDefinition) => [
    check((ctx) => limitRate(endpoint, ctx, rateLimits)),
    authenticate(endpoint, authenticator),
    check(({ state }) => authorize(endpoint, state.caller)),
    readBody(endpoint),
    validate(endpoint),
    check(() => requireFeature(endpoint, parts.isOn)),
    limitConcurrency(endpoint),
    check(({ ip, state }) => requireCaptcha(endpoint, { address: ip, ...state }, parts)),
    cacheAnswer(endpoint.maxAge),
    respond(endpoint, routes),
  ]
  const router = new Router({ prefix: '/api', sensitive: true, strict: true })
  for (const endpoint of endpoints) addRoute(router, endpoint, pathOf(endpoint))

  /** Returns the middlewares of a route that supabase-js calls. */
  const supabasePathOf: SupabasePath = (route) => [
    ...(route.isOpen ? [] : [authenticateKey]),
    check((ctx) => limitVisitors(ctx, rateLimits)),
    check(({ state }) => authorizeRoute(route, state.caller)),
    ...(route.isRaw ? [] : [readJson]),
    limitConcurrency(),
  ]
  const supabaseApis = serveSupabase(supabase, supabasePathOf, createGuardEndpoint(parts))

  const app = new Koa({ env: 'production' })
  app.on('error', reportBroken(log))
  app.use(requestContext({ ...settings, stopping, log }))
  app.use(answerErrors(log)).use(readTarget)
  app.use(describeSupabaseErrors(supabase)).use(requireOneHost)
  app.use(securityHeaders(settings))
  app.use(crossOrigin(settings.corsOrigins))
  app.use(parts.site)
  app.use(logRequests(log, metrics))
  app.use(supabaseApis)
  app.use(parts.pages.routes()).use(parts.pages.allowedMethods())
  app.use(router.routes()).use(router.allowedMethods())
  return app
}

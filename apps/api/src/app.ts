import type { RequestListener } from 'node:http'
import { type EndpointId, endpoints, type ServiceName } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { Authenticator } from './http/authenticator.ts'
import { createPlaces } from './http/bounded.ts'
import { createClientAddresses } from './http/client-address.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { dispatch } from './http/dispatch.ts'
import type { ExchangeContext } from './http/exchange.ts'
import type { Routes } from './http/handler.ts'
import { createBodyReader } from './http/json-body.ts'
import type { Metrics } from './http/metrics.ts'
import { createObserver, observe } from './http/observe.ts'
import { type Pages, servePages, type Site } from './http/pages.ts'
import { createRateGate, type RateLimiters } from './http/rate-gate.ts'
import { createRouter, pairRoutes } from './http/router.ts'
import type { RequestLog } from './http/request-log.ts'
import { createStandingAnswers } from './http/standing-answers.ts'
import { securityHeaders } from './http/security-headers.ts'
import { withoutKoa } from './http/without-koa.ts'
import type { Soon } from './soon.ts'

/** What the HTTP face is made of. */
export interface AppParts {
  readonly routes: Routes
  readonly pages: Pages
  readonly site: Site
  readonly authenticate: Authenticator
  readonly limiters: RateLimiters
  readonly isOn: (service: ServiceName) => Soon<boolean>
  readonly clock: Clock
  readonly log: Logger
  readonly writeRequest: RequestLog
  readonly metrics: Metrics
  readonly settings: {
    readonly isSecure: boolean
    readonly publicUrl: string
    readonly corsOrigins: readonly string[]
    readonly trustedProxies: readonly string[]
  }
  readonly stopping: AbortSignal
}

/** Requests that are worked on at one time; more are told to come again. */
const PLACES = 512
const STREAMS = 1024

/** The switches that endpoints hang on: off, the endpoint answers `service_off`. */
const services: Readonly<Partial<Record<EndpointId, ServiceName>>> = {
  'auth.register': 'registration',
  'tools.run': 'tool_api',
  'email.verify': 'email_verification',
  'migrations.create': 'email_migration',
  'migrations.test': 'email_migration',
  'subscription.checkout': 'billing',
  'subscription.portal': 'billing',
}

/** Makes what serves requests: standing answers, then Koa with who watches, what is no endpoint, and the endpoints. */
export const createApp = async (parts: AppParts): Promise<RequestListener> => {
  const { routes, pages, site, authenticate, limiters, isOn, clock, log, writeRequest, metrics, settings, stopping } =
    parts
  const places = createPlaces(PLACES)
  const streams = createPlaces(STREAMS)
  metrics.gauge('netbox_http_requests_in_flight', 'Requests that are worked on.', () => places.taken)
  metrics.gauge('netbox_http_streams_open', 'Streams that are open.', () => streams.taken)
  const app = new Koa({ env: 'production' })
  const failed = (error: unknown) => log.warn({ err: error }, 'connection')
  app.on('error', failed)
  const addresses = createClientAddresses(settings.trustedProxies)
  const observer = createObserver({ addresses, headers: await securityHeaders(settings), log, writeRequest, metrics })
  const gate = createRateGate(limiters)
  const standing = createStandingAnswers(observer, gate)
  app.use(observe(observer))
  if (settings.corsOrigins.length > 0) app.use(crossOrigin(settings.corsOrigins))
  app.use(servePages(pages, site))
  const serveEndpoint = dispatch({
    router: createRouter('/api', pairRoutes(endpoints, routes)),
    authenticate,
    readBody: createBodyReader(),
    gate,
    standing,
    places,
    streams,
    serviceOf: (id) => services[id],
    isOn,
    clock,
    stopping,
  })
  // The outermost layer has put the exchange there.
  app.use((context) => serveEndpoint(context as unknown as ExchangeContext))
  const koa = app.callback()
  const serve: RequestListener = (request, response) => void koa(request, response)
  // Pages of other origins need headers that a layer of Koa gives.
  if (settings.corsOrigins.length > 0) return standing.before(serve)
  const isPage = (path: string) => pages[path] !== undefined || site.find(path) !== undefined
  return standing.before(withoutKoa({ observer, dispatch: serveEndpoint, isPage, failed }, serve))
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { openapiDocument } from '@netbox/contract/openapi'
import { bearerOf } from '../../http/access.ts'
import { prepared, preparedText } from '../../http/answers.ts'
import { ApiError } from '../../http/api-error.ts'
import type { ExchangeContext } from '../../http/exchange.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Page, Pages } from '../../http/pages.ts'
import { send, sendJson, sendPrepared } from '../../http/send.ts'
import { referencePage } from './reference/reference-page.ts'
import { referenceStyle } from './reference/reference-style.ts'
import { KEYS_AGE, type SystemRoutesOptions } from './routes.ts'

/** What the pages need. */
export interface SystemPagesOptions {
  readonly publishedKeys: SystemRoutesOptions['publishedKeys']
  readonly metrics: Metrics
  /** Without one, metrics are for the machine itself alone. */
  readonly metricsToken: string | undefined
  readonly ping: () => Promise<void>
  readonly isDraining: () => boolean
  readonly version: string
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/** Whoever asks through a proxy is not the machine itself, even where the proxy is. */
const isLocal = ({ req }: ExchangeContext): boolean =>
  isLoopback(req.socket.remoteAddress) &&
  req.headers['x-forwarded-for'] === undefined &&
  req.headers['forwarded'] === undefined

const mayRead = (ctx: ExchangeContext, token: string | undefined): boolean => {
  if (token === undefined) return isLocal(ctx)
  const bearer = bearerOf(ctx.req.headers.authorization)
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))
}

const metricsPage =
  ({ metrics, metricsToken }: SystemPagesOptions): Page =>
  (ctx) => {
    // To those who may not read it, there is nothing here.
    if (!mayRead(ctx, metricsToken)) throw new ApiError('not_found')
    ctx.state.exchange.headers['Content-Type'] = 'text/plain; version=0.0.4; charset=utf-8'
    send(ctx, 200, metrics.text())
  }

const readyPage =
  ({ ping, isDraining }: SystemPagesOptions): Page =>
  async (ctx) => {
    const isReady =
      !isDraining() &&
      (await ping().then(
        () => true,
        () => false,
      ))
    if (!isReady) ctx.state.exchange.headers['Retry-After'] = '2'
    sendJson(ctx, isReady ? 200 : 503, JSON.stringify({ status: isReady ? 'ready' : 'unavailable' }))
  }

const livePage: Page = (ctx) => sendJson(ctx, 200, JSON.stringify({ status: 'live' }))

const REFERENCE_AGE = 300

const textPage = (text: string, type: string): Page => {
  const page = preparedText(text, REFERENCE_AGE)
  return (ctx) => sendPrepared(ctx, page, type)
}

/** Makes the pages beside the contract: health, metrics, the reference. */
export const systemPages = (options: SystemPagesOptions): Pages => {
  const document = openapiDocument({ version: options.version })
  const ready = readyPage(options)
  return {
    '/health/live': livePage,
    '/health/ready': ready,
    '/api/health/live': livePage,
    '/api/health/ready': ready,
    '/metrics': metricsPage(options),
    '/.well-known/jwks.json': (ctx) => sendPrepared(ctx, prepared(options.publishedKeys(), KEYS_AGE)),
    '/api/openapi.json': textPage(JSON.stringify(document), 'application/json; charset=utf-8'),
    '/api/docs': textPage(referencePage(document), 'text/html; charset=utf-8'),
    '/api/docs.css': textPage(referenceStyle, 'text/css; charset=utf-8'),
  }
}

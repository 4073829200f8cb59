import { Router } from '@koa/router'
import { openapiDocument } from '@netbox/contract/openapi'
import { worldFileSchema } from '@netbox/core'
import type { Context, Middleware } from 'koa'
import type { Metrics } from '../metrics.ts'
import { bearerOf } from '../http/middleware/authenticate.ts'
import { cacheAnswer } from '../http/middleware/cache-answer.ts'
import { digest, sameText } from '../random.ts'
import type { SystemRoutesOptions } from './routes.ts'
import { Refusal } from '../refusal.ts'

/** The options of the pages. */
export interface SystemPagesOptions {
  readonly publishedKeys: SystemRoutesOptions['publishedKeys']
  readonly metrics: Metrics
  /**
   * The token for reading the metrics. Without a token, nobody can read the metrics in production; outside production, only this machine
   * can.
   */
  readonly metricsToken: string | undefined
  readonly isProduction: boolean
  readonly ping: () => Promise<void>
  readonly isDraining: () => boolean
  readonly publicUrl: string
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/**
 * Returns whether a request comes from this machine. The forwarding headers reveal a proxy on this machine, but not every proxy sets them,
 * so production does not use this check.
 */
const isLocal = ({ req }: Context): boolean =>
  isLoopback(req.socket.remoteAddress) &&
  req.headers['x-forwarded-for'] === undefined &&
  req.headers['forwarded'] === undefined

const mayRead = (ctx: Context, { metricsToken: token, isProduction }: SystemPagesOptions): boolean => {
  if (token === undefined) return !isProduction && isLocal(ctx)
  const bearer = bearerOf(ctx.get('Authorization'))
  return bearer !== undefined && sameText(digest(bearer), digest(token))
}

const metricsPage =
  (options: SystemPagesOptions): Middleware =>
  async (ctx) => {
    const { metrics } = options
    // For callers without permission, the page does not exist.
    if (!mayRead(ctx, options)) throw new Refusal('not_found')
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.contentType)
  }

const readyPage =
  ({ ping, isDraining }: SystemPagesOptions): Middleware =>
  async (ctx) => {
    const isReady =
      !isDraining() &&
      (await ping().then(
        () => true,
        () => false,
      ))
    if (!isReady) ctx.set('Retry-After', '2')
    ctx.status = isReady ? 200 : 503
    ctx.body = { status: isReady ? 'ready' : 'unavailable' }
  }

const livePage: Middleware = (ctx) => {
  ctx.body = { status: 'live' }
}

const json =
  (body: object): Middleware =>
  (ctx) => {
    ctx.body = body
  }

/** The version of the OpenAPI document. */
const VERSION = '1.0.0'

/** The cache lifetime of the documents, and of the key set (spec §9), in seconds. */
const DOCUMENT_AGE = 300
const KEYS_AGE = 600

/** Creates the router of the paths outside the contract: health, metrics, the key set, the OpenAPI document, the schema of world files. */
export const systemPages = (options: SystemPagesOptions): Router => {
  const worldSchema = { ...worldFileSchema, $id: `${options.publicUrl}/api/world.schema.json` }
  const router = new Router({ sensitive: true, strict: true })
  const add = (path: string, answer: Middleware, maxAge?: number): void => {
    const cache = cacheAnswer(maxAge)
    router.get(path, path, ...(cache === undefined ? [answer] : [cache, answer]))
  }
  for (const prefix of ['', '/api']) {
    add(`${prefix}/health/live`, livePage)
    add(`${prefix}/health/ready`, readyPage(options))
  }
  add('/metrics', metricsPage(options))
  add('/.well-known/jwks.json', (ctx) => void (ctx.body = { keys: [...options.publishedKeys().keys] }), KEYS_AGE)
  add('/api/openapi.json', json(openapiDocument({ version: VERSION })), DOCUMENT_AGE)
  add('/api/world.schema.json', json(worldSchema), DOCUMENT_AGE)
  // The reference is part of the site, which may not be built. So the redirect is not permanent.
  add('/api/docs', (ctx) => ctx.redirect('/docs/api'))
  return router
}

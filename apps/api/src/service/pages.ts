import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Router } from '@koa/router'
import { openapiDocument } from '@netbox/contract/openapi'
import { worldFileSchema } from '@netbox/core'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import conditional from 'koa-conditional-get'
import { isoTime } from '../clock.ts'
import { isLocal } from '../http/client-address.ts'
import type { DevMailbox, KeptMessage } from '../mail/dev-mailbox.ts'
import type { Metrics } from '../metrics.ts'
import { bearerOf } from '../http/middleware/authenticate.ts'
import { cacheAnswer } from '../http/middleware/cache-answer.ts'
import { queryOf } from '../http/middleware/request-context.ts'
import { limitDownloads } from '../http/middleware/limit-rate.ts'
import { digest, sameText } from '../random.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { SystemRoutesOptions } from './routes.ts'
import { Refusal } from '../refusal.ts'
import { version } from '../version.ts'

export interface SystemPagesOptions {
  readonly publishedKeys: SystemRoutesOptions['publishedKeys']
  readonly metrics: Metrics
  /** The token for reading the metrics. Without a token, nobody can read them. */
  readonly metricsToken: string | undefined
  readonly ping: () => Promise<void>
  readonly isDraining: () => boolean
  readonly publicUrl: string
  /** The file of the packed command. */
  readonly commandFile: string | undefined
  readonly rateLimits: RateLimits
  /** The mailbox of development, if it is on. */
  readonly mailbox: Pick<DevMailbox, 'list' | 'token'> | undefined
}

const metricsPage =
  ({ metrics, metricsToken: token }: SystemPagesOptions): Middleware =>
  async (ctx) => {
    const bearer = bearerOf(ctx.get('Authorization'))
    const mayRead = bearer !== undefined && token !== undefined && sameText(digest(bearer), digest(token))
    // For callers without permission, the page does not exist.
    if (!mayRead) throw new Refusal('not_found')
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.contentType)
  }

const LINK = /https?:\/\/[^\s<>"]+/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** Writes text as HTML in which links can be followed. */
const withLinks = (text: string): string => {
  const links = text.match(LINK) ?? []
  const between = text.split(LINK).map(escape)
  return between.reduce((html, part, index) => {
    const link = escape(links[index - 1] ?? '')
    return `${html}<a href="${link}">${link}</a>${part}`
  })
}

const htmlOf = (messages: readonly KeptMessage[]): string => {
  const shown = messages.map(
    ({ to, subject, text, sentAt }) =>
      `<article><h2>${escape(subject)}</h2><p>To ${escape(to)}, ${isoTime(sentAt)}</p><pre>${withLinks(text)}</pre></article>`,
  )
  const list = shown.length === 0 ? '<p>No mail yet. Reload the page after the next one.</p>' : shown.join('\n')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Development mailbox</title><h1>Development mailbox</h1>\n${list}\n</html>`
}

/** Returns whether a request comes from a page or program of this machine, and not by a name that leads here from outside. */
const isOwn = (ctx: Context): boolean =>
  isLocal(ctx.req) &&
  ctx.get('Origin') === '' &&
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(ctx.get('Host')) &&
  ['', 'none', 'same-origin'].includes(ctx.get('Sec-Fetch-Site'))

/**
 * Shows the mail of development, newest first: a page for browsers, JSON for programs. Requests without the token, and requests that don't come
 * from this machine, get `not_found`.
 */
const mailboxPage =
  ({ list, token }: Pick<DevMailbox, 'list' | 'token'>): Middleware =>
  (ctx) => {
    if (!isOwn(ctx) || !sameText(queryOf(ctx).get('token') ?? '', token)) throw new Refusal('not_found')
    ctx.set('Cache-Control', 'no-store')
    ctx.vary('Accept')
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'html'
      ctx.body = htmlOf(list())
      return
    }
    ctx.body = list().map(({ to, subject, text, sentAt }) => ({
      to,
      subject,
      text,
      links: text.match(LINK) ?? [],
      sent_at: isoTime(sentAt),
    }))
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

const ABSENT = 'This installation has no packed command. npm run build makes it.\n'

/**
 * Serves the packed command, so that `npm install -g ORIGIN/netbox.tgz` works from every installation, and its SHA-256. The service reads
 * the file once, at its start, and never runs it: a new build changes nothing in a running service.
 *
 * @param path The file that `npm run build` makes. Without it, the answer is a sentence with status 404.
 */
const commandDownload = (path: string | undefined, rateLimits: RateLimits) => {
  const bytes = path !== undefined && existsSync(path) ? readFileSync(path) : undefined
  const sum = bytes && createHash('sha256').update(bytes).digest('hex')
  const answer =
    (send: (ctx: Context) => void): Middleware =>
    (ctx) => {
      ctx.set('Cache-Control', 'no-cache')
      if (bytes !== undefined) return send(ctx)
      ctx.status = 404
      ctx.body = ABSENT
    }
  return {
    tarball: compose<Context>([
      limitDownloads(rateLimits),
      conditional(),
      answer((ctx) => {
        ctx.etag = sum ?? ''
        ctx.type = 'application/gzip'
        ctx.body = bytes
      }),
    ]),
    /** One line in the format of sha256sum. */
    checksum: answer((ctx) => {
      ctx.body = `${sum}  netbox.tgz\n`
    }),
  }
}

/** The cache lifetime of the documents, and of the key set (spec §9), in seconds. */
const DOCUMENT_AGE = 300
const KEYS_AGE = 600

/**
 * Creates the router of the paths outside the contract: health, metrics, the key set, the OpenAPI document, the schema of world files, the
 * packed command.
 */
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
  if (options.mailbox !== undefined) add('/dev/mailbox', mailboxPage(options.mailbox))
  add('/.well-known/jwks.json', (ctx) => void (ctx.body = { keys: [...options.publishedKeys().keys] }), KEYS_AGE)
  add('/api/openapi.json', json(openapiDocument({ version })), DOCUMENT_AGE)
  add('/api/world.schema.json', json(worldSchema), DOCUMENT_AGE)
  const { tarball, checksum } = commandDownload(options.commandFile, options.rateLimits)
  add('/netbox.tgz', tarball)
  add('/netbox.tgz.sha256', checksum)
  // The reference is part of the site, which may not be built. So the redirect is not permanent.
  add('/api/docs', (ctx) => ctx.redirect('/docs/api'))
  return router
}

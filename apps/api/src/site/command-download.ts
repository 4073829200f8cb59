import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import compose from 'koa-compose'
import type { Context, Middleware } from 'koa'
import conditional from 'koa-conditional-get'
import { limitDownloads } from '../http/middleware/limit-rate.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'

const ABSENT = 'This installation has no packed command. npm run build makes it.\n'

/**
 * Serves the packed command, so that `npm install -g ORIGIN/netbox.tgz` works from every installation, and its SHA-256. The service reads
 * the file once, at its start, and never runs it: a new build changes nothing in a running service.
 *
 * @param path The file that `npm run build` makes. Without it, the answer is a sentence with status 404.
 */
export const commandDownload = (path: string | undefined, rateLimits: RateLimits) => {
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

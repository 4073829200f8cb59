import etag from '@koa/etag'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import compress from 'koa-compress'
import conditional from 'koa-conditional-get'

/** Compresses an answer that is the same for everybody, names its version and sends it once. The tag is weak: all encodings share it. */
export const revalidate = (): Middleware => compose<Context>([conditional(), compress(), etag({ weak: true })])

/** Lets caches keep the answers of an endpoint as long as the contract says; undefined if they may not. */
export const cacheAnswer = (maxAge: number | undefined): Middleware | undefined => {
  if (maxAge === undefined) return undefined
  // Handlers return the same object every time: its JSON is written once.
  const written = new WeakMap<object, Buffer>()
  return compose([
    revalidate(),
    async (ctx, next) => {
      await next()
      const body: unknown = ctx.body
      if (typeof body === 'object' && body !== null) {
        const bytes = written.get(body) ?? Buffer.from(JSON.stringify(body))
        written.set(body, bytes)
        ctx.body = bytes
        ctx.type = 'json'
      }
      ctx.set('Cache-Control', `public, max-age=${maxAge}`)
    },
  ])
}

import etag from '@koa/etag'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import compress from 'koa-compress'
import conditional from 'koa-conditional-get'
import { digest } from '../../random.ts'

/**
 * Compresses a response that is the same for all clients, adds its version tag and answers revalidations. The tag is weak, because all
 * encodings share it.
 */
export const revalidate = (): Middleware => compose<Context>([conditional(), compress(), etag({ weak: true })])

/** Lets caches keep the responses of an endpoint as long as the contract says; undefined if caches must not keep them. */
export const cacheAnswer = (maxAge: number | undefined): Middleware | undefined => {
  if (maxAge === undefined) return undefined
  // Handlers return the same object every time, so its JSON and its entity tag are computed once.
  const written = new WeakMap<object, { readonly bytes: Buffer; readonly tag: string }>()
  const write = (body: object) => {
    const json = JSON.stringify(body)
    const answer = { bytes: Buffer.from(json), tag: `W/"${digest(json)}"` }
    written.set(body, answer)
    return answer
  }
  return compose([
    revalidate(),
    async (ctx, next) => {
      await next()
      const body: unknown = ctx.body
      if (typeof body === 'object' && body !== null) {
        const { bytes, tag } = written.get(body) ?? write(body)
        ctx.body = bytes
        ctx.type = 'json'
        ctx.etag = tag
      }
      ctx.set('Cache-Control', `public, max-age=${maxAge}`)
    },
  ])
}

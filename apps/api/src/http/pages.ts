import type { Middleware } from 'koa'
import { ApiError } from './api-error.ts'
import type { ExchangeContext } from './exchange.ts'
import { send } from './send.ts'

/** Serves what is no endpoint of the contract: health, metrics, the reference. */
export type Page = (ctx: ExchangeContext) => Promise<void> | void

/** Pages by path. They are read with GET. */
export type Pages = Readonly<Record<string, Page>>

/** Is the layer of the pages; every other path is the next layer's. */
export const servePages = (pages: Pages): Middleware => {
  const byPath = new Map(Object.entries(pages))
  return async (context, next) => {
    // The outermost layer has put the exchange there.
    const ctx = context as unknown as ExchangeContext
    const { exchange } = ctx.state
    const page = byPath.get(exchange.path)
    if (page === undefined) {
      await next()
      return
    }
    exchange.route = exchange.path
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      await page(ctx)
      return
    }
    exchange.headers['Allow'] = 'GET, HEAD, OPTIONS'
    if (ctx.method !== 'OPTIONS') throw new ApiError('method_not_allowed')
    send(ctx, 204)
  }
}

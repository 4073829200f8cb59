import type { Middleware } from 'koa'
import { ApiError } from './api-error.ts'
import type { ExchangeContext } from './exchange.ts'
import { send } from './send.ts'

/** Serves what is no endpoint of the contract: health, metrics, the reference, the web site. */
export type Page = (ctx: ExchangeContext) => Promise<void> | void

/** Pages by path. They are read with GET. */
export type Pages = Readonly<Record<string, Page>>

/** The web site. */
export interface Site {
  readonly find: (path: string) => Page | undefined
  /** Says to people that there is nothing; undefined where there is no site. */
  readonly missing: Page | undefined
}

const isRead = ({ method }: ExchangeContext): boolean => method === 'GET' || method === 'HEAD'

/** Programs get the error of the API: only who would rather read a page is shown one. */
const wantsPage = (ctx: ExchangeContext): boolean =>
  isRead(ctx) && !/^\/api(?:\/|$)/.test(ctx.state.exchange.path) && ctx.accepts('json', 'html') === 'html'

const serve = async (ctx: ExchangeContext, page: Page): Promise<void> => {
  if (isRead(ctx)) {
    await page(ctx)
    return
  }
  ctx.state.exchange.headers['Allow'] = 'GET, HEAD, OPTIONS'
  if (ctx.method !== 'OPTIONS') throw new ApiError('method_not_allowed')
  send(ctx, 204)
}

/** Is the layer of the pages; every other path is the next layer's. */
export const servePages = (pages: Pages, site: Site): Middleware => {
  const byPath = new Map(Object.entries(pages))
  return async (context, next) => {
    // The outermost layer has put the exchange there.
    const ctx = context as unknown as ExchangeContext
    const { exchange } = ctx.state
    const page = byPath.get(exchange.path) ?? site.find(exchange.path)
    if (page !== undefined) {
      exchange.route = exchange.path
      await serve(ctx, page)
      return
    }
    if (site.missing !== undefined && wantsPage(ctx)) await site.missing(ctx)
    else await next()
  }
}

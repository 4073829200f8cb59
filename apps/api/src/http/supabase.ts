import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { ConcurrencyState } from '../middleware/limit-concurrency.ts'
import type { RouteAccess } from '../middleware/authorize.ts'
import type { DescribeError, RequestContext, RequestState } from '../middleware/request-context.ts'
import type { CallEndpoint, GuardEndpoint } from './call-endpoint.ts'

/** A route of one of the APIs that supabase-js calls. It answers by itself. */
export interface SupabaseRoute extends RouteAccess {
  /** Names the route in the log. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In the syntax of @koa/router, after the prefix. */
  readonly path: string
  /** Answers without any key. */
  readonly isOpen?: true
  /** Doesn't read a JSON body: the handler takes the request as a stream. */
  readonly isRaw?: true
  readonly handle: (ctx: RequestContext, call: CallEndpoint, guard: GuardEndpoint) => Promise<void>
}

/** One of the APIs that supabase-js calls. */
export interface SupabaseApi {
  /** Such as `/rest/v1`. */
  readonly prefix: string
  readonly describeError: DescribeError
  readonly routes: readonly SupabaseRoute[]
}

/** Reads a parameter of a route's path; empty if there is none. */
export const paramOf = (ctx: RequestContext, name: string): string => {
  const params = ctx['params'] as Readonly<Record<string, string | undefined>>
  return params[name] ?? ''
}

/** The middlewares of a route, in order. */
export type SupabasePath = (route: SupabaseRoute) => readonly Middleware<ConcurrencyState>[]

/** Answers errors below the prefix of each API in its form. */
export const describeSupabaseErrors =
  (apis: readonly SupabaseApi[]): Middleware<RequestState> =>
  (ctx, next) => {
    const api = apis.find(({ prefix }) => ctx.path.startsWith(`${prefix}/`))
    if (api !== undefined) ctx.state.describeError = api.describeError
    return next()
  }

/** Serves the APIs that supabase-js calls. Each has its own router, which only its requests pass through. */
export const serveSupabase = (
  apis: readonly SupabaseApi[],
  pathOf: SupabasePath,
  call: CallEndpoint,
  guard: GuardEndpoint,
): Middleware => {
  const served = apis.map(({ prefix, routes }) => {
    const router = new Router({ sensitive: true })
    for (const route of routes)
      router.register(
        `${prefix}${route.path}`,
        [route.method],
        [...pathOf(route), (ctx: RequestContext) => route.handle(ctx, call, guard)],
        { name: route.name },
      )
    // The router adds what its type asks of a context.
    const serve: Middleware = compose([router.routes() as Middleware, router.allowedMethods() as Middleware])
    return { prefix: `${prefix}/`, serve }
  })
  return async (ctx, next) => {
    const api = served.find(({ prefix }) => ctx.path.startsWith(prefix))
    await (api === undefined ? next() : api.serve(ctx, next))
  }
}

import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { ConcurrencyState } from './middleware/limit-concurrency.ts'
import type { RouteAccess } from './middleware/authorize.ts'
import type { DescribeError, RequestContext, RequestState } from './middleware/request-context.ts'
import { type EndpointDefinition, type EndpointId, endpoints, type ResponseOf } from '@netbox/contract'
import type { ValidState } from './middleware/read-input.ts'

/** The arguments of an endpoint of the contract; both are validated against it. */
interface EndpointInput {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Calls an endpoint of the contract on behalf of an authenticated request to another path. Applies the endpoint's rate limit, access check,
 * validation and service switch. Throws the endpoint's errors.
 */
export type CallEndpoint = <Id extends EndpointId>(
  ctx: RequestContext,
  id: Id,
  input?: EndpointInput,
) => Promise<ResponseOf<Id>>

/** Applies the rate limit, access check, validation and service switch of an endpoint without calling it, for a route with more steps. */
export type GuardEndpoint = (ctx: RequestContext, id: EndpointId, input?: EndpointInput) => Promise<unknown>

/** Creates the function that calls endpoints; `pathOf` returns the middlewares of an endpoint after authentication. */
export const createCallEndpoint = (
  pathOf: (endpoint: EndpointDefinition) => readonly (Middleware<ValidState> | undefined)[],
): CallEndpoint => {
  const paths = new Map<string, Middleware<ValidState>>(
    endpoints.map((endpoint) => [
      endpoint.id,
      compose(pathOf(endpoint).filter((middleware) => middleware !== undefined)),
    ]),
  )
  return async <Id extends EndpointId>(ctx: RequestContext, id: Id, { params = {}, body = {} }: EndpointInput = {}) => {
    ctx['params'] = params
    ctx.request.body = body
    await paths.get(id)?.(ctx as Parameters<Middleware<ValidState>>[0], async () => undefined)
    // `respond` has set the handler's result.
    return ctx.body as ResponseOf<Id>
  }
}

/** A route of one of the APIs that supabase-js calls. */
export interface SupabaseRoute extends RouteAccess {
  /** The name of the route in the log. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after the prefix, in the syntax of @koa/router. */
  readonly path: string
  /** Whether the route accepts requests without any key. */
  readonly isOpen?: true
  /** Whether the request skips the JSON parser, because the handler reads it as a stream. */
  readonly isRaw?: true
  /** Returns the JSON of the response, with the status 200; undefined if it has sent another response. */
  readonly handle: (ctx: RequestContext, call: CallEndpoint, guard: GuardEndpoint) => Promise<object | undefined | void>
}

/** Handles a request with the services of an API. */
export type SupabaseHandler<Services> = (
  services: Services,
  ...request: Parameters<SupabaseRoute['handle']>
) => ReturnType<SupabaseRoute['handle']>

/** Returns a function that creates handlers of routes with the services of an API. */
export const handleWith =
  <Services>(services: Services) =>
  (handler: SupabaseHandler<Services>): SupabaseRoute['handle'] =>
  (...request) =>
    handler(services, ...request)

/** Creates a route from its name, its method and path such as `POST /factors`, and its handler. */
export const supabaseRoute = (
  name: string,
  methodAndPath: `${SupabaseRoute['method']} ${string}`,
  handle: SupabaseRoute['handle'],
  more: Partial<Pick<SupabaseRoute, 'isOpen' | 'isRaw' | 'isRead' | 'openToFirstFactor'>> = {},
): SupabaseRoute => {
  // The type guarantees that both parts exist.
  const [method, path] = methodAndPath.split(' ') as [SupabaseRoute['method'], string]
  return { name, method, path, handle, ...more }
}

/** One of the APIs that supabase-js calls. */
export interface SupabaseApi {
  /** The prefix of its paths, such as `/rest/v1`. */
  readonly prefix: string
  readonly describeError: DescribeError
  readonly routes: readonly SupabaseRoute[]
}

/** Returns a parameter of a route's path; empty if there is none. */
export const paramOf = (ctx: RequestContext, name: string): string => {
  const params = ctx['params'] as Readonly<Record<string, string | undefined>>
  return params[name] ?? ''
}

/** The middlewares of a route, in order. */
export type SupabasePath = (route: SupabaseRoute) => readonly Middleware<ConcurrencyState>[]

/** Selects the error format of the called API, which the prefix of the path identifies. */
export const describeSupabaseErrors =
  (apis: readonly SupabaseApi[]): Middleware<RequestState> =>
  (ctx, next) => {
    const api = apis.find(({ prefix }) => ctx.path.startsWith(`${prefix}/`))
    if (api !== undefined) ctx.state.describeError = api.describeError
    return next()
  }

/** Creates the router of the APIs that supabase-js calls. */
export const serveSupabase = (
  apis: readonly SupabaseApi[],
  pathOf: SupabasePath,
  call: CallEndpoint,
  guard: GuardEndpoint,
): Middleware => {
  const served = apis.map(({ prefix, routes }) => {
    const router = new Router({ sensitive: true })
    for (const route of routes) {
      const answer = async (ctx: RequestContext): Promise<void> => {
        const body = await route.handle(ctx, call, guard)
        if (body === undefined) return
        ctx.status = 200
        ctx.body = body
      }
      router.register(`${prefix}${route.path}`, [route.method], [...pathOf(route), answer], { name: route.name })
    }
    // The router itself adds the properties that its type requires of a context.
    const serve: Middleware = compose([router.routes() as Middleware, router.allowedMethods() as Middleware])
    return { prefix: `${prefix}/`, serve }
  })
  return async (ctx, next) => {
    const api = served.find(({ prefix }) => ctx.path.startsWith(prefix))
    await (api === undefined ? next() : api.serve(ctx, next))
  }
}

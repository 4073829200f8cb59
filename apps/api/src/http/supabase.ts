import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { ConcurrencyState } from './middleware/limit-concurrency.ts'
import { authorize, type IsOn, requireFeature, type RouteAccess } from './middleware/authorize.ts'
import { limitRate, requireCaptcha, type UseCaptcha } from './middleware/limit-rate.ts'
import type { DescribeError, RequestContext, RequestState } from './middleware/request-context.ts'
import { type EndpointDefinition, type EndpointId, findEndpoint } from '@netbox/contract'
import { type CallInput, readInput } from './middleware/read-input.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { ValidCall } from './handler.ts'

/**
 * Guards an authenticated request as if it had called an endpoint of the contract with this input: by its rate limit, access check,
 * validation, service switch and captcha. Returns the valid call, for the service of the endpoint.
 */
export type GuardEndpoint = <Id extends EndpointId>(
  ctx: RequestContext,
  id: Id,
  input?: CallInput,
) => Promise<ValidCall<Id>>

/** The services that the guards ask. */
export interface GuardServices {
  readonly rateLimits: RateLimits
  readonly isOn: IsOn
  readonly useCaptcha: UseCaptcha
}

/** Creates the function that guards calls of endpoints by other paths. */
export const createGuardEndpoint =
  (services: GuardServices): GuardEndpoint =>
  async <Id extends EndpointId>(ctx: RequestContext, id: Id, sent: CallInput = {}) => {
    const endpoint: EndpointDefinition = findEndpoint(id)
    const { caller } = ctx.state
    await limitRate(endpoint, ctx, services.rateLimits)
    authorize(endpoint, caller)
    const input = readInput(endpoint, sent)
    await requireFeature(endpoint, services.isOn)
    await requireCaptcha(endpoint, { address: ctx.ip, caller, body: input.body }, services)
    // The guards have checked the caller and the input against this endpoint.
    return { caller, ...input } as ValidCall<Id>
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
  readonly handle: (ctx: RequestContext, guard: GuardEndpoint) => Promise<object | undefined | void>
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
export const serveSupabase = (apis: readonly SupabaseApi[], pathOf: SupabasePath, guard: GuardEndpoint): Middleware => {
  const served = apis.map(({ prefix, routes }) => {
    const router = new Router({ sensitive: true })
    for (const route of routes) {
      const answer = async (ctx: RequestContext): Promise<void> => {
        const body = await route.handle(ctx, guard)
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

import type { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import {
  type BodyOf,
  type EndpointDefinition,
  type EndpointId,
  type EndpointOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  statusOf,
} from '@netbox/contract'
import type { Context, Middleware, ParameterizedContext } from 'koa'
import type { Caller, KnownCaller, UserCaller } from '../caller.ts'
import type { ConcurrencyState } from './middleware/limit-concurrency.ts'

/** The callers of an endpoint, by its `access`. */
export type CallerOf<Id extends EndpointId> = {
  readonly anyone: Caller
  readonly refresh: Caller
  readonly bearer: KnownCaller
  readonly session: UserCaller
  readonly enterprise: UserCaller
  readonly admin: UserCaller
}[EndpointOf<Id>['access']]

/** A call that passed the guards of its endpoint, with its valid input. */
export interface ValidCall<Id extends EndpointId> {
  readonly caller: CallerOf<Id>
  readonly params: ParamsOf<Id>
  readonly query: QueryOf<Id>
  readonly body: BodyOf<Id>
}

/** The context of an endpoint's handler: Koa's context, with the valid call in `ctx.state`. */
export type EndpointContext<Id extends EndpointId> = ParameterizedContext<ConcurrencyState & ValidCall<Id>>

/** Returns the device of a request, as the list of sessions shows it. */
export const deviceOf = (ctx: Pick<Context, 'get' | 'ip'>) => ({
  userAgent: ctx.get('User-Agent').slice(0, 255),
  address: ctx.ip,
})

/** Handles an endpoint: returns the contract's response, or a stream of it. Throws a `Refusal` to refuse. */
export type Handler<Id extends EndpointId> = (ctx: EndpointContext<Id>) => Promise<ResponseOf<Id> | Readable>

/** The handlers of some endpoints, as a feature provides them. */
export type Routes = { readonly [Id in EndpointId]?: Handler<Id> }

/** Calls the handler of an endpoint and responds with its result. Throws at start-up if there is no handler. */
export const respond = (endpoint: EndpointDefinition, routes: Routes): Middleware => {
  // The type of each handler was checked against its endpoint in its feature.
  const handle = (routes as Readonly<Record<string, Handler<never> | undefined>>)[endpoint.id]
  if (handle === undefined) throw new Error(`No handler for the endpoint ${endpoint.id}`)
  return async (ctx) => {
    const answer = await handle(ctx)
    ctx.status = statusOf(endpoint)
    ctx.body = answer
  }
}

/** Registers an endpoint of the contract, under its id. */
export const addRoute = (
  router: Router,
  { id, method, path }: EndpointDefinition,
  middlewares: readonly (Middleware<ConcurrencyState> | undefined)[],
): void => {
  const stack = middlewares.filter((middleware) => middleware !== undefined)
  router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], stack, { name: id })
}

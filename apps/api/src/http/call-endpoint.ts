import { type EndpointDefinition, type EndpointId, endpoints, type ResponseOf } from '@netbox/contract'
import type { Middleware } from 'koa'
import compose from 'koa-compose'
import type { RequestContext } from './middleware/request-context.ts'
import type { ValidState } from './middleware/validate.ts'

/** The arguments of an endpoint of the contract; both are validated against it. */
export interface EndpointInput {
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

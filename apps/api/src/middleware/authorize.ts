import { type ApiErrorCode, type EndpointDefinition as Endpoint, isClosedToViewers } from '@netbox/contract'
import type { Middleware } from 'koa'
import { ApiError } from '../api-error.ts'
import type { Caller, TokenCaller } from '../caller.ts'
import type { RequestState } from './request-context.ts'

/** Returns whether callers without a credential may call an endpoint. */
export const isOpen = ({ access }: Endpoint): boolean => access === 'anyone' || access === 'refresh'

const isViewer = (caller: Caller): boolean => caller.kind === 'user' && caller.session.actorId !== null

const lacksScope = ({ scope }: Endpoint, { token }: TokenCaller): boolean =>
  scope !== undefined && !token.scopes.includes(scope)

/** Returns the reason for which a caller may not call an endpoint. */
export const refusalOf = (endpoint: Endpoint, caller: Caller): ApiErrorCode | undefined => {
  const { access } = endpoint
  if (caller.kind === 'anyone') return isOpen(endpoint) ? undefined : 'unauthorized'
  if (caller.kind === 'token') {
    if (!isOpen(endpoint) && access !== 'bearer') return 'forbidden'
    return lacksScope(endpoint, caller) ? 'scope_missing' : undefined
  }
  if (access === 'admin' && (!caller.user.isAdmin || isViewer(caller))) return 'forbidden'
  if (access === 'enterprise' && caller.user.plan !== 'enterprise') return 'upgrade_required'
  if (isViewer(caller) && isClosedToViewers(endpoint)) return 'read_only'
  return undefined
}

/** Refuses an admin who views as a user, where something is changed. */
export const refuseViewers =
  ({
    method,
    isRead = method === 'GET',
  }: {
    readonly method: string
    readonly isRead?: boolean
  }): Middleware<RequestState> =>
  (ctx, next) => {
    if (!isRead && isViewer(ctx.state.caller)) throw new ApiError('read_only')
    return next()
  }

/** Lets those pass who may call the endpoint. */
export const authorize =
  (endpoint: Endpoint): Middleware<RequestState> =>
  (ctx, next) => {
    const code = refusalOf(endpoint, ctx.state.caller)
    if (code !== undefined) throw new ApiError(code)
    return next()
  }

import {
  type ApiErrorCode,
  type EndpointDefinition as Endpoint,
  isClosedToViewers,
  type ServiceName,
} from '@netbox/contract'
import type { Caller, TokenCaller } from '../../caller.ts'
import { Refusal } from '../../refusal.ts'
import { serviceOffMessages } from '@netbox/product'

/** Returns whether callers without a credential may call an endpoint. */
export const isOpen = ({ access }: Endpoint): boolean => access === 'anyone' || access === 'refresh'

const isViewer = (caller: Caller): boolean => caller.kind === 'user' && caller.session.actorId !== null

const lacksScope = ({ scope }: Endpoint, { token }: TokenCaller): boolean =>
  scope !== undefined && !token.scopes.includes(scope)

/**
 * Returns whether a session may not call an endpoint because its user has not passed the second factor. Every API of the service uses this
 * rule.
 */
const isStoppedHalfway = ({ openToFirstFactor }: { readonly openToFirstFactor?: true }, caller: Caller): boolean =>
  caller.kind === 'user' && caller.session.needsFactor && openToFirstFactor !== true

/** Returns why a caller may not call an endpoint. */
export const refusalOf = (endpoint: Endpoint, caller: Caller): ApiErrorCode | undefined => {
  const { access } = endpoint
  if (caller.kind === 'anyone') return isOpen(endpoint) ? undefined : 'unauthorized'
  if (caller.kind === 'token') {
    if (!isOpen(endpoint) && access !== 'bearer') return 'forbidden'
    return lacksScope(endpoint, caller) ? 'scope_missing' : undefined
  }
  if (isStoppedHalfway(endpoint, caller)) return 'second_factor_required'
  if (access === 'admin' && (!caller.user.isAdmin || isViewer(caller))) return 'forbidden'
  if (access === 'enterprise' && caller.user.plan !== 'enterprise') return 'upgrade_required'
  if (isViewer(caller) && isClosedToViewers(endpoint)) return 'read_only'
  return undefined
}

/** The input of `authorizeRoute`. */
export interface RouteAccess {
  readonly method: string
  /** Whether the route changes no data. Default: whether the method is GET. */
  readonly isRead?: boolean
  /** Whether a session may call the route before its user has passed the second factor. */
  readonly openToFirstFactor?: true
}

/**
 * Refuses callers of a route outside the contract: sessions without their second factor, and view-as sessions if the route changes data.
 */
export const authorizeRoute = (route: RouteAccess, caller: Caller): void => {
  const { method, isRead = method === 'GET' } = route
  if (isStoppedHalfway(route, caller)) throw new Refusal('second_factor_required')
  if (!isRead && isViewer(caller)) throw new Refusal('read_only')
}

/** Refuses callers without permission for the endpoint. */
export const authorize = (endpoint: Endpoint, caller: Caller): void => {
  const code = refusalOf(endpoint, caller)
  if (code !== undefined) throw new Refusal(code)
}

/** Returns whether a part of the service is on. */
export type IsOn = (service: ServiceName) => Promise<boolean>

/** Refuses calls of an endpoint while its part of the service is switched off by an admin. */
export const requireFeature = async ({ feature }: Endpoint, isOn: IsOn): Promise<void> => {
  if (feature !== undefined && !(await isOn(feature)))
    throw new Refusal('service_off', { message: serviceOffMessages[feature] })
}

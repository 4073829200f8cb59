import { type ApiErrorCode, type EndpointDefinition as Endpoint, isClosedToViewers } from '@netbox/contract'
import { andThen, type Soon } from '../soon.ts'
import { ApiError } from './api-error.ts'
import type { Authenticator } from './authenticator.ts'
import { anyone, type Caller, type KnownCaller, type TokenCaller } from './caller.ts'

const SCHEME = 'bearer '
const LONGEST = 4096

/** Reads the credential of an Authorization header; undefined when there is none in a form that we know. */
export const bearerOf = (header: string | undefined): string | undefined => {
  if (header === undefined || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const bearer = header.slice(SCHEME.length).trim()
  return bearer === '' || bearer.length > LONGEST || bearer.includes(' ') ? undefined : bearer
}

/** Open endpoints that do more for somebody they know. All others don't look at a credential that they don't need. */
const GREETS_KNOWN_CALLERS: ReadonlySet<string> = new Set(['email.verify'])

const isOpen = ({ access }: Endpoint): boolean => access === 'anyone' || access === 'refresh'

const known = (caller: KnownCaller | undefined): KnownCaller => {
  if (caller === undefined) throw new ApiError('unauthorized')
  return caller
}

/** Finds out who calls an endpoint, at once where the authenticator does. Throws `unauthorized` for a credential that is missing or not in force. */
export const identify = (
  endpoint: Endpoint,
  authorization: string | undefined,
  authenticate: Authenticator,
): Soon<Caller> => {
  if (isOpen(endpoint) && (authorization === undefined || !GREETS_KNOWN_CALLERS.has(endpoint.id))) return anyone
  const bearer = bearerOf(authorization)
  return andThen(bearer === undefined ? undefined : authenticate(bearer), known)
}

const isViewer = (caller: Caller): boolean => caller.kind === 'user' && caller.session.actorId !== null

const lacksScope = ({ scope }: Endpoint, { token }: TokenCaller): boolean =>
  scope !== undefined && !token.scopes.includes(scope)

/** Gives the reason for which a caller may not call an endpoint. */
const refusalOf = (endpoint: Endpoint, caller: Caller): ApiErrorCode | undefined => {
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

/** Throws unless the caller may call the endpoint. */
export const authorize = (endpoint: Endpoint, caller: Caller): void => {
  const code = refusalOf(endpoint, caller)
  if (code !== undefined) throw new ApiError(code)
}

import type { EndpointDefinition } from '@netbox/contract'
import type { Middleware } from 'koa'
import { ApiError } from '../api-error.ts'
import { anyone, type Caller, type KnownCaller } from '../caller.ts'
import { isForeignKeyViolation } from '../db/violations.ts'
import { isOpen } from './authorize.ts'
import type { RequestContext, RequestState } from './request-context.ts'

/**
 * Finds who a bearer belongs to: a session's access token or an API token (`nbx_…`). Undefined for anything that is not in force now:
 * session and profile are read at every request, so that a revocation counts from the next one.
 */
export type Authenticator = (bearer: string) => Promise<KnownCaller | undefined>

const SCHEME = 'bearer '
const LONGEST = 4096

/** Reads the credential of an Authorization header; undefined when there is none in a form that we know. */
export const bearerOf = (header: string): string | undefined => {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const bearer = header.slice(SCHEME.length).trim()
  return bearer === '' || bearer.length > LONGEST || bearer.includes(' ') ? undefined : bearer
}

/** Finds out who calls an endpoint. Throws `unauthorized` for a credential that is missing or not in force. */
export const identify = async (
  endpoint: EndpointDefinition,
  authorization: string,
  authenticator: Authenticator,
): Promise<Caller> => {
  if (isOpen(endpoint) && (authorization === '' || endpoint.optionalSignIn !== true)) return anyone
  const bearer = bearerOf(authorization)
  const caller = bearer === undefined ? undefined : await authenticator(bearer)
  if (caller === undefined) throw new ApiError('unauthorized')
  return caller
}

/** Sets `ctx.state.caller` to what `find` finds. Wrong credentials are not counted: nobody guesses one, and many clients may share an address. */
export const authenticateBy =
  (find: (ctx: RequestContext) => Promise<Caller>): Middleware<RequestState> =>
  async (ctx, next) => {
    ctx.state.caller = await find(ctx)
    try {
      await next()
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // A row that the request refers to was deleted meanwhile: the caller's, or another.
      await find(ctx)
      throw new ApiError('not_found', { cause: error })
    }
  }

/** Finds out who calls an endpoint. */
export const authenticate = (endpoint: EndpointDefinition, authenticator: Authenticator): Middleware<RequestState> =>
  authenticateBy((ctx) => identify(endpoint, ctx.get('Authorization'), authenticator))

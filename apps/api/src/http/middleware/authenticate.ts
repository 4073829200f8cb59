import type { EndpointDefinition } from '@netbox/contract'
import type { Middleware } from 'koa'
import { ApiError } from '../../api-error.ts'
import { anyone, type Caller, type KnownCaller } from '../../caller.ts'
import { isForeignKeyViolation } from '../../database/violations.ts'
import { isOpen } from './authorize.ts'
import type { RequestContext, RequestState } from './request-context.ts'

/**
 * Finds the owner of a bearer token: a session's access token or an API token (`nbx_…`). Undefined if it is not valid now. It reads session and
 * profile for every request, so that a revocation applies to the next one.
 */
export type Authenticator = (bearer: string) => Promise<KnownCaller | undefined>

const SCHEME = 'bearer '
const LONGEST = 4096

/** Reads the credential from an Authorization header; undefined if there is none in a known form. */
export const bearerOf = (header: string): string | undefined => {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const bearer = header.slice(SCHEME.length).trim()
  return bearer === '' || bearer.length > LONGEST || bearer.includes(' ') ? undefined : bearer
}

/** Identifies the caller of an endpoint. Throws `unauthorized` for a missing or invalid credential. */
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

/**
 * Sets `ctx.state.caller` to the result of `find`. It does not count wrong credentials, because they can't be guessed and many clients may
 * share an address.
 */
export const authenticateBy =
  (find: (ctx: RequestContext) => Promise<Caller>): Middleware<RequestState> =>
  async (ctx, next) => {
    ctx.state.caller = await find(ctx)
    try {
      await next()
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // A row that the request refers to was deleted in between: the caller's row, or another one.
      await find(ctx)
      throw new ApiError('not_found', { cause: error })
    }
  }

/** Identifies the caller of an endpoint. */
export const authenticate = (endpoint: EndpointDefinition, authenticator: Authenticator): Middleware<RequestState> =>
  authenticateBy((ctx) => identify(endpoint, ctx.get('Authorization'), authenticator))

import type { EndpointDefinition } from '@netbox/contract'
import type { Middleware } from 'koa'
import { anyone, type Authenticator, type Caller, service } from '../../caller.ts'
import { isForeignKeyViolation } from '../../database/dialects.ts'
import { isOpen } from './authorize.ts'
import type { RequestContext, RequestState } from './request-context.ts'
import { digest } from '../../random.ts'
import { Refusal, type SignedOutReason } from '../../refusal.ts'

const SCHEME = 'bearer '
// More than any access token has.
const LONGEST = 8192

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
  if (caller === undefined) throw new Refusal('unauthorized')
  return caller
}

/**
 * Sets `ctx.state.caller` to the result of `find`. It does not count wrong credentials, because they can't be guessed and many clients may
 * share an address.
 */
const authenticateBy =
  (find: (ctx: RequestContext) => Promise<Caller>): Middleware<RequestState> =>
  async (ctx, next) => {
    ctx.state.caller = await find(ctx)
    try {
      await next()
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
      // A row that the request refers to was deleted in between: the caller's row, or another one.
      await find(ctx)
      throw new Refusal('not_found', { cause: error })
    }
  }

/** Identifies the caller of an endpoint. */
export const authenticate = (endpoint: EndpointDefinition, authenticator: Authenticator): Middleware<RequestState> =>
  authenticateBy((ctx) => identify(endpoint, ctx.get('Authorization'), authenticator))

/** The keys of programs with supabase-js. */
export interface ApiKeys {
  /** The public key, for visitors. */
  readonly anonKey: string
  /** The key of the operator's own programs; undefined if there are none. */
  readonly serviceRoleKey: string | undefined
}

/** Returns why a bearer token is refused. */
export type ExplainRefusal = (bearer: string) => Promise<SignedOutReason>

/**
 * Creates the middleware that sets `ctx.state.caller` from the headers of supabase-js. A bearer token decides: it is a key, or the access
 * token of a session. Without one, the `apikey` header decides. API tokens (`nbx_…`) are only for `/api`.
 */
export const createKeyAuthenticator = (
  { anonKey, serviceRoleKey }: ApiKeys,
  authenticator: Authenticator,
  explain: ExplainRefusal,
): Middleware<RequestState> => {
  // The keys are stored by hash, so that the time of a comparison reveals nothing about a key.
  const callers = new Map<string, Caller>([[digest(anonKey), anyone]])
  if (serviceRoleKey !== undefined) callers.set(digest(serviceRoleKey), service)
  const callerOf = (key: string): Caller | undefined => callers.get(digest(key))

  const find = async (ctx: RequestContext): Promise<Caller> => {
    ctx.vary('Authorization, apikey')
    const [apikey, authorization] = [ctx.get('apikey'), ctx.get('Authorization')]
    const byKey = apikey === '' ? undefined : callerOf(apikey)
    if (apikey !== '' && byKey === undefined)
      throw new Refusal('unauthorized', { message: 'Invalid API key', reason: 'invalid_api_key' })
    const bearer = bearerOf(authorization)
    const caller =
      authorization === ''
        ? byKey
        : bearer === undefined
          ? undefined
          : (callerOf(bearer) ?? (await authenticator(bearer)))
    if (caller !== undefined && caller.kind !== 'token') return caller
    throw new Refusal('unauthorized', bearer === undefined ? {} : { reason: await explain(bearer) })
  }
  return authenticateBy(find)
}

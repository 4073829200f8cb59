import type { Middleware } from 'koa'
import { AuthError, type AuthErrorCode } from '../../accounts/auth-error.ts'
import { digest } from '../../random.ts'
import { ApiError } from '../../api-error.ts'
import { anyone, type Caller, service } from '../../caller.ts'
import { authenticateBy, type Authenticator, bearerOf } from './authenticate.ts'
import type { RequestContext, RequestState } from './request-context.ts'

/** The keys of programs with supabase-js. */
export interface ApiKeys {
  /** The public key, for visitors. */
  readonly anonKey: string
  /** The key of the operator's own programs; undefined if there are none. */
  readonly serviceRoleKey: string | undefined
}

/** Returns why a bearer token is refused. */
export type ExplainRefusal = (bearer: string) => Promise<AuthErrorCode>

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
    if (apikey !== '' && byKey === undefined) throw new ApiError('unauthorized', { message: 'Invalid API key' })
    const bearer = bearerOf(authorization)
    const caller =
      authorization === ''
        ? byKey
        : bearer === undefined
          ? undefined
          : (callerOf(bearer) ?? (await authenticator(bearer)))
    if (caller !== undefined && caller.kind !== 'token') return caller
    throw new ApiError('unauthorized', bearer === undefined ? {} : { cause: new AuthError(await explain(bearer)) })
  }
  return authenticateBy(find)
}

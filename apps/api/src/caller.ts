import type { PlanId } from '@netbox/core'

/** The caller, read from the database; no field comes from a token's claims. */
export interface CallerUser {
  readonly id: string
  readonly email: string
  readonly plan: PlanId
  readonly isAdmin: boolean
}

/** An anonymous caller. */
export interface AnyoneCaller {
  readonly kind: 'anyone'
}

/** A caller with a session. `actorId` is the admin who is viewing as the user; such a session is read-only. */
export interface UserCaller {
  readonly kind: 'user'
  readonly user: CallerUser
  /** `needsFactor`: the second factor has not been passed yet. */
  readonly session: { readonly id: string; readonly actorId: string | null; readonly needsFactor: boolean }
}

/** A program with an API token. */
export interface TokenCaller {
  readonly kind: 'token'
  readonly user: CallerUser
  readonly token: { readonly id: string; readonly scopes: readonly string[] }
}

/** A caller with a valid credential. */
export type KnownCaller = UserCaller | TokenCaller

/** Any caller. */
export type Caller = AnyoneCaller | KnownCaller

/**
 * Finds the owner of a bearer token: a session's access token or an API token (`nbx_…`). Undefined if it is not valid now. It reads session and
 * profile for every request, so that a revocation applies to the next one.
 */
export type Authenticator = (bearer: string) => Promise<KnownCaller | undefined>

/** The caller with the service key: the operator's own programs, which have admin rights. */
export const service: UserCaller = {
  kind: 'user',
  user: { id: 'service', email: '', plan: 'enterprise', isAdmin: true },
  session: { id: 'service', actorId: null, needsFactor: false },
}

/** The caller of a request without a credential. */
export const anyone: AnyoneCaller = { kind: 'anyone' }

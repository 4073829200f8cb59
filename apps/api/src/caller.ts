import type { PlanId } from '@netbox/core'

/** Who is asking, as the database says at this moment; nothing of it is taken from a token's claims. */
export interface CallerUser {
  readonly id: string
  readonly email: string
  readonly plan: PlanId
  readonly isAdmin: boolean
}

/** Nobody in particular. */
export interface AnyoneCaller {
  readonly kind: 'anyone'
}

/** Somebody with a session. `actorId` names the admin who views as the user; such a session may only read. */
export interface UserCaller {
  readonly kind: 'user'
  readonly user: CallerUser
  /** `needsFactor`: the second factor was not shown yet. */
  readonly session: { readonly id: string; readonly actorId: string | null; readonly needsFactor: boolean }
}

/** A program with an API token. */
export interface TokenCaller {
  readonly kind: 'token'
  readonly user: CallerUser
  readonly token: { readonly id: string; readonly scopes: readonly string[] }
}

/** Somebody who has shown a credential. */
export type KnownCaller = UserCaller | TokenCaller

/** Whoever asks. */
export type Caller = AnyoneCaller | KnownCaller

/** The caller that shows the service key: the operator's own programs, which may do what admins do. */
export const service: UserCaller = {
  kind: 'user',
  user: { id: 'service', email: '', plan: 'enterprise', isAdmin: true },
  session: { id: 'service', actorId: null, needsFactor: false },
}

/** The caller of a request without a credential. */
export const anyone: AnyoneCaller = { kind: 'anyone' }

import type { Account } from './account.ts'
import { type ApiTokens, isApiToken } from './api-tokens.ts'
import type { Sessions } from './sessions.ts'

/** Who a bearer belongs to at this moment. */
export type Bearer =
  | {
      readonly kind: 'user'
      readonly user: Account
      readonly session: { readonly id: string; readonly actorId: string | null }
    }
  | {
      readonly kind: 'token'
      readonly user: Account
      readonly token: { readonly id: string; readonly scopes: readonly string[] }
    }

/**
 * Makes what tells who a bearer belongs to: an access token or an API token; undefined for what is not in force now. One indexed read, so
 * that every change of account, session or token is in force on the next request. Throws `upgrade_required` for an API token whose user
 * is not on the enterprise plan any more.
 */
export const createAuthenticate = ({
  sessions,
  apiTokens,
}: {
  readonly sessions: Sessions
  readonly apiTokens: ApiTokens
}) => {
  return async (bearer: string): Promise<Bearer | undefined> => {
    if (isApiToken(bearer)) {
      const active = await apiTokens.authenticate(bearer)
      return active && { kind: 'token', user: active.account, token: active.token }
    }
    const active = await sessions.authenticate(bearer)
    return active && { kind: 'user', user: active.account, session: active.session }
  }
}

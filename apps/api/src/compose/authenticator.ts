import type { Account } from '../accounts/users/account.ts'
import { type ApiTokens, isApiToken } from '../accounts/api-tokens/api-tokens.ts'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import type { CallerUser } from '../caller.ts'
import type { Authenticator } from '../http/middleware/authenticate.ts'

const userOf = ({ id, email, plan, isAdmin }: Account): CallerUser => ({ id, email, plan, isAdmin })

/** Creates the authenticator over the account services: access tokens of sessions, and API tokens. */
export const createAuthenticator =
  (accounts: {
    readonly sessions: Pick<Sessions, 'authenticate'>
    readonly apiTokens: Pick<ApiTokens, 'authenticate'>
  }): Authenticator =>
  async (bearer) => {
    if (isApiToken(bearer)) {
      const found = await accounts.apiTokens.authenticate(bearer)
      return found && { kind: 'token', user: userOf(found.account), token: found.token }
    }
    const found = await accounts.sessions.authenticate(bearer)
    return found && { kind: 'user', user: userOf(found.account), session: found.session }
  }

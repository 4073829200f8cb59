import type { Account } from '../accounts/account.ts'
import { type ApiTokens, isApiToken } from '../accounts/api-tokens.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Authenticator } from '../http/authenticator.ts'
import type { CallerUser, TokenCaller } from '../http/caller.ts'
import { andThen } from '../soon.ts'

const userOf = ({ id, email, plan, isAdmin }: Account): CallerUser => ({ id, email, plan, isAdmin })

/** Makes the authenticator over the account core: access tokens of sessions, and API tokens. */
export const createAuthenticator = (accounts: {
  readonly sessions: Pick<Sessions, 'authenticate'>
  readonly apiTokens: Pick<ApiTokens, 'authenticate'>
}): Authenticator => {
  const byApiToken = async (bearer: string): Promise<TokenCaller | undefined> => {
    const found = await accounts.apiTokens.authenticate(bearer)
    return found && { kind: 'token', user: userOf(found.account), token: found.token }
  }
  return (bearer) => {
    if (isApiToken(bearer)) return byApiToken(bearer)
    return andThen(
      accounts.sessions.authenticate(bearer),
      (found) => found && { kind: 'user', user: userOf(found.account), session: found.session },
    )
  }
}

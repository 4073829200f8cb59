import type { AuthFlows } from '../../accounts/codes/auth-flows.ts'
import type { Account } from '../../accounts/users/account.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { AuthError } from '../../accounts/auth-error.ts'
import { findAuthUser } from '../../accounts/users/auth-users-repository.ts'
import type { Codes } from '../../accounts/codes/codes.ts'
import type { Passwords } from '../../accounts/passwords/passwords.ts'
import { readFactors, type SecondFactors } from '../../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../../accounts/sessions/sessions.ts'
import type { Database, DatabaseAndClock, Queries } from '../../database/database.ts'
import type { RedirectOptions } from './redirects.ts'

/** The dependencies of the routes. */
export interface SupabaseAuthOptions extends DatabaseAndClock {
  readonly accounts: Accounts
  readonly sessions: Pick<Sessions, 'start' | 'end' | 'endOthers'>
  readonly secondFactors: SecondFactors
  readonly codes: Pick<Codes, 'make' | 'renewTries'>
  readonly flows: AuthFlows
  readonly passwords: Pick<Passwords, 'hash'>
  readonly isOpenToRegister: () => Promise<boolean>
  /** Whether a new address must be confirmed. */
  readonly sendsMail: boolean
  readonly passwordMinLength: number
  readonly redirects: RedirectOptions
  /** Records a change of a user by the service key, in the same transaction. */
  readonly audit: (
    queries: Queries,
    action: 'user.create' | 'user.invite' | 'link.create' | 'profile.update' | 'factors.remove',
    targetId: string,
    detail: Readonly<Record<string, string | boolean>>,
  ) => Promise<void>
  /** Records the deletion, and queues the deletion of the account's data in other systems. */
  readonly onAccountDeleted: (queries: Queries, account: Account) => Promise<void>
}

/** Reads a user with their second factors. Throws `user_not_found` if the user was deleted in between. */
export const readAuthUser = async ({ queries }: Pick<Database, 'queries'>, id: string) => {
  const user = await findAuthUser(queries, id)
  if (user === undefined) throw new AuthError('user_not_found')
  return { ...user, factors: await readFactors(queries, id) }
}

import type { Account } from './account.ts'
import { AccountError } from './account-error.ts'
import type { AccountDeps } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import { grant } from './login-limiter.ts'
import { findById } from './users-repository.ts'

/**
 * Checks the password of somebody who is signed in, for what a session alone may not do. Gives their row, with the hash that it was
 * checked against. Throws `rate_limited`, `invalid_credentials`, `password_too_long` and `busy`.
 */
export const checkPassword = async (
  { database, passwords, limiter }: Pick<AccountDeps, 'database' | 'passwords' | 'limiter'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  password: string,
) => {
  const release = await grant(limiter.check(readEmailAddress(email).key))
  const user = await findById(database.queries, id)
  const verdict = await passwords.verify(user?.password_hash, password)
  if (user === undefined || !verdict.isRight) throw new AccountError('invalid_credentials')
  await release()
  return user
}

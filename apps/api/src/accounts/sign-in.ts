import { toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import type { AccountDeps } from './deps.ts'
import { parseEmailAddress } from './email-address.ts'
import { grant } from './login-limiter.ts'
import type { Device, SignedIn } from './session.ts'
import { findByEmailKey, replaceHash } from './users-repository.ts'

/** What somebody signs in with. */
export interface LoginRequest {
  readonly email: string
  readonly password: string
  readonly device: Device
}

/**
 * Makes the sign-in by password. Throws `rate_limited`, `busy`, `password_too_long`, `invalid_credentials`, `account_disabled` and
 * `email_not_confirmed`. Until the password was right, nothing that it does depends on whether there is such an account.
 */
export const createSignIn = ({ database, passwords, sessions, limiter, clock, outbox }: AccountDeps) => {
  const login = async ({ email, password, device }: LoginRequest): Promise<SignedIn> => {
    const key = parseEmailAddress(email)?.key
    // The network address first: who is stopped there must not use up the checks of somebody's account.
    await grant(limiter.attempt(device.address))
    const release = await grant(limiter.check(key ?? email))
    const user = await findByEmailKey(database.queries, key ?? '')
    const verdict = await passwords.verify(user?.password_hash, password)
    if (user === undefined || !verdict.isRight) throw new AccountError('invalid_credentials')
    await release()
    const account = toAccount(user, clock.now())
    if (account.status === 'disabled') throw new AccountError('account_disabled')
    if (account.confirmedAt === null && outbox !== undefined) throw new AccountError('email_not_confirmed')
    const { replacement } = verdict
    if (replacement === undefined) return sessions.start(account, device, user.password_hash)
    await replaceHash(database.queries, { id: account.id, from: user.password_hash, to: replacement })
    return sessions.start(account, device, replacement)
  }

  return { login }
}

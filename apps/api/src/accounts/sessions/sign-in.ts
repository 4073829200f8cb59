import { toAccount } from '../users/account.ts'
import type { AccountDeps } from '../deps.ts'
import { parseEmailAddress } from '../../email-address.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import type { Device, SignedIn } from './types.ts'
import { listLoginAddresses } from './repository.ts'
import { findByEmailKey, replaceHash } from '../users/repository.ts'
import { Refusal } from '../../refusal.ts'

/** The input of a sign-in. */
export interface LoginRequest {
  readonly email: string
  readonly password: string
  readonly device: Device
  /** A solved captcha, which is required once the account has reached its rate limit. */
  readonly captcha?: string | undefined
}

/**
 * Creates the function that signs users in with a password. Throws `rate_limited`, `busy`, `password_too_long`, `invalid_credentials`,
 * `account_disabled` and `email_not_confirmed`. Unless the password is correct, the behavior does not depend on whether the account exists.
 */
export const createSignIn = (deps: AccountDeps) => {
  const { database, passwords, sessions, limiter, useCaptcha, clock, confirmsAddresses } = deps

  /**
   * Counts a password check. Unknown devices share ten checks per account, each known device has another ten, and a solved captcha allows
   * one more.
   */
  const takeCheck = async (key: string, { device, captcha }: LoginRequest): Promise<() => Promise<void>> => {
    const address = limiter.addressKey(device.address)
    const before = (await listLoginAddresses(database.queries, key)).map(limiter.addressKey)
    const check = before.includes(address)
      ? limiter.take('knownDevice', `${key} ${address}`)
      : limiter.take('login', key)
    const isBought = !(await check).isAllowed && captcha !== undefined && (await useCaptcha(captcha))
    return isBought ? async () => {} : grant(check)
  }

  const signIn = async (request: LoginRequest): Promise<SignedIn> => {
    const { email, password, device } = request
    const key = parseEmailAddress(email)?.key ?? email
    // The limit of the network address is checked first, because blocked addresses must not use up the checks of an account.
    await grant(limiter.take('loginsFrom', limiter.addressKey(device.address)))
    const release = await takeCheck(key, request)
    const user = await findByEmailKey(database.queries, key)
    const verdict = await passwords.verify(user?.password_hash, password)
    if (user === undefined || !verdict.isRight) throw new Refusal('invalid_credentials')
    await release()
    const account = toAccount(user, clock.now())
    if (account.status === 'disabled') throw new Refusal('account_disabled')
    if (account.confirmedAt === null && confirmsAddresses) throw new Refusal('email_not_confirmed')
    const { replacement } = verdict
    if (replacement === undefined) return sessions.start(account, device, { passwordHash: user.password_hash })
    await replaceHash(database.writer, { id: account.id, from: user.password_hash, to: replacement })
    return sessions.start(account, device, { passwordHash: replacement })
  }

  return {
    // If the pool is full, the sign-in is refused before any other work.
    login: (request: LoginRequest): Promise<SignedIn> => passwords.admit(() => signIn(request)),
  }
}

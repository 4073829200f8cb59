import { AccountError } from './account-error.ts'
import { revokeApiTokensOf } from './api-tokens-repository.ts'
import { checkPassword, type PasswordOwner } from './check-password.ts'
import type { Proof } from './codes.ts'
import { killCodes } from './codes-repository.ts'
import type { AccountDeps } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import type { Device } from './session.ts'
import { revokeSessionsOf } from './sessions-repository.ts'
import { findById, lockPassword, replaceHash, resetHash } from './users-repository.ts'

/** What a signed-in user changes the password with. */
export interface PasswordChange extends PasswordOwner {
  readonly current: string
  readonly next: string
}

/** Makes what gives access back by mail and changes passwords. */
export const createRecovery = (deps: AccountDeps) => {
  const { database, passwords, codes, limiter, clock, outbox } = deps

  /**
   * Asks for a mail. Does the same for every address: whether there is an account that it is for is looked up when it is sent, out of
   * sight of who asked. Too many are dropped without a word.
   */
  const askForMail = async (email: string, template: 'confirm' | 'recover'): Promise<void> => {
    const { email: recipient, key } = readEmailAddress(email)
    if (outbox === undefined) return
    if (!(await limiter.take('mail', `${template} ${key}`)).isAllowed) return
    await outbox.post(database.queries, { recipient, template })
    outbox.wake()
  }

  return {
    /** Sends the confirmation again; from then on its code is the one to type. Throws `invalid_email`. */
    resend: (email: string): Promise<void> => askForMail(email, 'confirm'),

    /** Sends a code to choose a new password with. Throws `invalid_email`. */
    recover: (email: string): Promise<void> => askForMail(email, 'recover'),

    /**
     * Sets a new password by the code of a recovery mail, ends every session of the user and revokes their API tokens. Throws
     * `token_invalid`, `code_invalid`, `rate_limited`, `password_too_short`, `password_too_long` and `busy`.
     */
    reset: async (proof: Proof, password: string, { address }: Pick<Device, 'address'>): Promise<void> => {
      passwords.check(password)
      const { userId, use } = await codes.check(proof, ['recover'], address)
      if (userId === null) throw new AccountError('token_invalid')
      const hash = await passwords.hash(password)
      const now = clock.now()
      await database.transaction(async (queries) => {
        await use(queries)
        await lockPassword(queries, userId, now)
        const user = await findById(queries, userId)
        await resetHash(queries, userId, hash, now)
        await revokeSessionsOf(queries, userId, now)
        await revokeApiTokensOf(queries, userId, now)
        if (user !== undefined)
          await outbox?.post(queries, { recipient: user.user_email, template: 'password-changed' })
      })
      outbox?.wake()
    },

    /**
     * Changes the password of who is signed in and ends the other sessions. Throws `read_only` in an admin's view, `rate_limited`,
     * `invalid_credentials`, `password_too_short`, `password_too_long` and `busy`.
     */
    changePassword: async ({ account, session, current, next }: PasswordChange): Promise<void> => {
      passwords.check(next)
      const user = await checkPassword(deps, { account, session }, current)
      const hash = await passwords.hash(next)
      const now = clock.now()
      await database.transaction(async (queries) => {
        await lockPassword(queries, account.id, now)
        const isReplaced = await replaceHash(queries, { id: account.id, from: user.password_hash, to: hash })
        if (!isReplaced) throw new AccountError('invalid_credentials')
        await revokeSessionsOf(queries, account.id, now, session.id)
        await killCodes(queries, { userId: account.id }, 'recover', now)
        await outbox?.post(queries, { recipient: account.email, template: 'password-changed' })
      })
      outbox?.wake()
    },
  }
}

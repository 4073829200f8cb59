import { AccountError } from './account-error.ts'
import { revokeApiTokensOf } from './api-tokens-repository.ts'
import { checkPassword, type PasswordOwner } from './check-password.ts'
import type { Posted } from '../mail/outbox.ts'
import type { CodeData, Proof } from './codes.ts'
import { killCodes } from './codes-repository.ts'
import type { AccountDeps } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import type { Device } from './session.ts'
import { revokeSessionsOf } from './sessions-repository.ts'
import { findById, lockPassword, replaceHash, resetHash } from './users-repository.ts'

/** The input of a password change. */
export interface PasswordChange extends PasswordOwner {
  readonly current: string
  readonly next: string
}

/** Creates the functions that recover access by mail and change passwords. */
export const createRecovery = (deps: AccountDeps) => {
  const { database, passwords, codes, limiter, clock, outbox } = deps

  /**
   * Requests a message. Takes the same steps for every address: the account is looked up when the mail is sent, so that the caller learns
   * nothing. Silently drops requests over the limit.
   */
  const askForMail = async (
    email: string,
    template: Posted['template'],
    ...datas: readonly NonNullable<Posted['data']>[]
  ): Promise<void> => {
    const { email: recipient, key } = readEmailAddress(email)
    if (outbox === undefined) return
    if (!(await limiter.take('mail', `${template} ${key}`)).isAllowed) return
    await database.transaction(async (queries) => {
      for (const data of datas) await outbox.post(queries, { recipient, template, data })
    })
    outbox.wake()
  }

  return {
    /** Sends the confirmation again; its code replaces the previous typed code. Throws `invalid_email`. */
    resend: (email: string, data: CodeData = {}): Promise<void> => askForMail(email, 'confirm', data),

    /** Sends a code for choosing a new password. Throws `invalid_email`. */
    recover: (email: string, data: CodeData = {}): Promise<void> => askForMail(email, 'recover', data),

    /** Sends a code for signing in. Throws `invalid_email`. */
    mailSignIn: (email: string, data: CodeData): Promise<void> => askForMail(email, 'sign-in', data),

    /** Sends a code for accepting an invitation. */
    mailInvitation: (email: string, data: CodeData): Promise<void> => askForMail(email, 'invite', data),

    /** Sends a code that proves the user's identity for a password change. */
    mailNonce: (email: string): Promise<void> => askForMail(email, 'reauthenticate', {}),

    /** Sends the codes of a change of address to both addresses again. Throws `invalid_email`. */
    resendEmailChange: (email: string, data: CodeData): Promise<void> =>
      askForMail(email, 'email-change', { ...data, half: 'current' }, { ...data, half: 'new' }),

    /**
     * Sets a new password with the code of a recovery mail, ends every session of the user and revokes their API tokens. Throws
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
     * Changes the password of the signed-in user and ends the other sessions. Throws `read_only` in a view-as session, `rate_limited`,
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

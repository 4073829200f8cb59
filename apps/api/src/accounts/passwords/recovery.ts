import type { Queries } from '../../database/database.ts'
import { updateRow } from '../../database/dialects.ts'
import { revokeApiTokensOf } from '../api-tokens/repository.ts'
import { endFlows, killCodesOf } from '../codes/repository.ts'
import { findById, lockPassword, NO_PASSWORD, replaceHash } from '../users/repository.ts'
import { checkPassword, isFreshSession, type PasswordOwner } from './check-password.ts'
import type { Posted } from '../../mail/outbox.ts'
import type { CodeData, Proof } from '../codes/codes.ts'
import type { AccountDeps } from '../deps.ts'
import { serverMessages } from '@netbox/product'
import type { Account } from '../users/account.ts'
import { parseEmailAddress, readEmailAddress } from '../../email-address.ts'
import { noteRequest } from '../users/address-requests-repository.ts'
import { confirmAddress } from '../users/registration.ts'
import type { Device } from '../sessions/types.ts'
import { revokeSessionsOf } from '../sessions/repository.ts'
import { Refusal } from '../../refusal.ts'

export interface PasswordChange extends PasswordOwner {
  /** Undefined if the user has no password yet. */
  readonly current: string | undefined
  readonly next: string
}

export interface NewPassword {
  readonly userId: string
  readonly now: number
  /** The session that stays; default: none. */
  readonly keep?: string
  /** Whether nobody proved the earlier password: a recovery by mail, or a change by the operator. */
  readonly isRecovery: boolean
}

/**
 * Ends the access that a user gave before a new password: sessions, mailed codes, authorization codes, signed URLs and, in a recovery, API
 * tokens. Every way to set a password calls it in the transaction that stores the hash.
 */
export const endEarlierAccess = async (
  queries: Queries,
  { userId, now, keep, isRecovery }: NewPassword,
): Promise<void> => {
  // Signed URLs carry this time.
  await updateRow(queries, 'users', userId, { password_changed_at: now })
  await revokeSessionsOf(queries, userId, now, keep)
  await killCodesOf(queries, userId, now)
  await endFlows(queries, userId, now)
  if (isRecovery) await revokeApiTokensOf(queries, userId, now)
}

/**
 * Replaces the password that was checked, ends earlier access, and sends the owner a message. Throws `invalid_credentials` if the password
 * was changed in between.
 */
export const replacePassword = async (
  { clock, outbox }: Pick<AccountDeps, 'clock' | 'outbox'>,
  queries: Queries,
  { account, session }: PasswordOwner,
  { isRecovery, ...hashes }: { readonly from: string; readonly to: string; readonly isRecovery: boolean },
): Promise<void> => {
  if (!(await replaceHash(queries, { id: account.id, ...hashes }))) throw new Refusal('invalid_credentials')
  await endEarlierAccess(queries, { userId: account.id, now: clock.now(), keep: session.id, isRecovery })
  await outbox?.post(queries, { recipient: account.email, template: 'password-changed' })
}

/** The data of each message, and the secret that a registration gave to its browser. Default: one message without data. */
interface MailRequest {
  readonly datas?: readonly NonNullable<Posted['data']>[]
  readonly shown?: string | undefined
}

/**
 * Requests a message. Takes the same steps for every address: the account is looked up when the mail is sent, so that the caller learns
 * nothing. Silently drops messages over the limit; the request still contests a registration of the address, unless it shows the secret
 * of that registration. Throws `validation_failed`.
 */
const askForMail = async (
  { database, codes, limiter, clock, outbox }: AccountDeps,
  template: Posted['template'],
  email: string,
  { datas = [{}], shown }: MailRequest = {},
): Promise<void> => {
  const address = parseEmailAddress(email)
  if (address === undefined)
    throw new Refusal('validation_failed', {
      errors: [{ msg: serverMessages.invalid_email.portuguese, path: 'email' }],
    })
  const { email: recipient, key } = address
  if (outbox === undefined) return
  const { isAllowed } = await limiter.take('mail', `${template} ${key}`)
  if (isAllowed) await codes.renewTries(key)
  await database.transaction(async (queries) => {
    await noteRequest(queries, { emailKey: key, now: clock.now(), shown })
    if (!isAllowed) return
    for (const data of datas) await outbox.post(queries, { recipient, template, data })
  })
  outbox.wake()
}

const findWithoutPassword = async (deps: AccountDeps, { account, session }: PasswordOwner) => {
  if (session.actorId !== null) throw new Refusal('read_only')
  const user = await findById(deps.database.queries, account.id)
  const mayChoose = user?.password_hash === NO_PASSWORD && (await isFreshSession(deps, session.id))
  if (!mayChoose) throw new Refusal('invalid_credentials')
  return user
}

const reset = async (deps: AccountDeps, proof: Proof, password: string, address: string): Promise<void> => {
  const { database, passwords, codes, clock, outbox } = deps
  passwords.check(password)
  const { userId, use } = await codes.check(proof, ['recover'], address)
  if (userId === null) throw new Refusal('token_invalid')
  const hash = await passwords.hash(password)
  const now = clock.now()
  await database.transaction(async (queries) => {
    await lockPassword(queries, userId, now)
    await use(queries)
    const user = await findById(queries, userId)
    await confirmAddress(queries, userId, now)
    await updateRow(queries, 'users', userId, { password_hash: hash })
    await endEarlierAccess(queries, { userId, now, isRecovery: true })
    if (user !== undefined) await outbox?.post(queries, { recipient: user.user_email, template: 'password-changed' })
  })
  outbox?.wake()
}

const changePassword = async (
  deps: AccountDeps,
  { account, session, current, next }: PasswordChange,
): Promise<void> => {
  const { database, passwords, clock, outbox } = deps
  passwords.check(next)
  if (current !== undefined) passwords.refuseLong(current)
  const owner = { account, session }
  const user = await (current === undefined ? findWithoutPassword(deps, owner) : checkPassword(deps, owner, current))
  const hashes = { from: user.password_hash, to: await passwords.hash(next) }
  await database.transaction(async (queries) => {
    await lockPassword(queries, account.id, clock.now())
    await replacePassword(deps, queries, owner, { ...hashes, isRecovery: false })
  })
  outbox?.wake()
}

/** Creates the functions that recover access by mail and change passwords. */
export const createRecovery = (deps: AccountDeps) => ({
  /**
   * Sends the confirmation again; its code replaces the previous typed code. `shown` is the secret that the registration gave to its
   * browser. Throws `validation_failed`.
   */
  resend: (email: string, data: CodeData = {}, shown?: string): Promise<void> =>
    askForMail(deps, 'confirm', email, { datas: [data], shown }),

  /** Sends a code for choosing a new password. Throws `validation_failed`. */
  recover: (email: string, data: CodeData = {}): Promise<void> => askForMail(deps, 'recover', email, { datas: [data] }),

  /** Sends a code for signing in. Throws `validation_failed`. */
  mailSignIn: (email: string, data: CodeData): Promise<void> => askForMail(deps, 'sign-in', email, { datas: [data] }),

  /** Sends a code for accepting an invitation. */
  mailInvitation: (email: string, data: CodeData): Promise<void> =>
    askForMail(deps, 'invite', email, { datas: [data] }),

  /** Sends a code that proves the user's identity for a password change. */
  mailNonce: (email: string): Promise<void> => askForMail(deps, 'reauthenticate', email),

  /**
   * Records that the operator makes a link for an account. It contests an unconfirmed registration, and the owner of a confirmed address
   * gets a message, because the link gives access to the account.
   */
  noteLink: async ({ email, confirmedAt }: Account): Promise<void> => {
    const { database, clock, outbox } = deps
    await database.transaction(async (queries) => {
      await noteRequest(queries, { emailKey: readEmailAddress(email).key, now: clock.now() })
      if (confirmedAt !== null) await outbox?.post(queries, { recipient: email, template: 'link-created' })
    })
    outbox?.wake()
  },

  /** Sends the codes of a change of address to both addresses again. Throws `validation_failed`. */
  resendEmailChange: (email: string, data: CodeData): Promise<void> => {
    const datas = (['current', 'new'] as const).map((half) => ({ ...data, half }))
    return askForMail(deps, 'email-change', email, { datas })
  },

  /**
   * Sets a new password with the code of a recovery mail, ends every session of the user and revokes their API tokens. Throws
   * `token_invalid`, `code_invalid`, `rate_limited`, `password_too_short`, `password_too_long` and `busy`.
   */
  reset: (proof: Proof, password: string, { address }: Pick<Device, 'address'>): Promise<void> =>
    reset(deps, proof, password, address),

  /**
   * Changes the password of the signed-in user and ends the other sessions. A user without a password can set the first one soon after
   * signing in. Throws `read_only` in a view-as session, `rate_limited`, `invalid_credentials`, `password_too_short`,
   * `password_too_long` and `busy`.
   */
  changePassword: (change: PasswordChange): Promise<void> => changePassword(deps, change),
})

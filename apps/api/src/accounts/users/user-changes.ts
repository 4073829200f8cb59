import type { Queries } from '../../database/database.ts'
import { refusingTaken, updateRow } from '../../database/dialects.ts'
import { changeAddress, findAuthUser, findByEmailKey, findById, lockPassword } from './repository.ts'
import { checkPassword, isFreshSession, type PasswordOwner } from '../passwords/check-password.ts'
import type { CheckedCode, CodeData } from '../codes/codes.ts'
import { killCodes, killCodesOf } from '../codes/repository.ts'
import type { AccountDeps } from '../deps.ts'
import { type EmailAddress, readEmailAddress } from '../../email-address.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import { mergeMetadata, mergeUserMetadata } from './metadata.ts'
import { confirmAddress } from './registration.ts'
import { endEarlierAccess, replacePassword } from '../passwords/recovery.ts'
import { findSession } from '../sessions/repository.ts'
import { Refusal } from '../../refusal.ts'

/** A user's change of their own account. */
export interface OwnChange {
  readonly metadata?: unknown
  readonly password?: string | undefined
  /** The current password, or a mailed code: one of them is required if the sign-in is older than a quarter of an hour. */
  readonly currentPassword?: string | undefined
  readonly nonce?: string | undefined
  readonly email?: string | undefined
  /** The options for the links in the messages that confirm a new address. */
  readonly mail?: CodeData
}

/** The operator's change of a user. */
export interface UserChange {
  readonly metadata?: unknown
  readonly appMetadata?: unknown
  readonly password?: string | undefined
  /** The new address, which takes effect at once. */
  readonly email?: string | undefined
  readonly isConfirmed?: boolean | undefined
}

/** The origin of a change. */
export interface Changer extends PasswordOwner {
  readonly address: string
}

/** The proof that the owner changes the password. */
interface Shown {
  /** Whether the owner proved the earlier password, now or when signing in. */
  readonly knowsPassword: boolean
  readonly nonce?: CheckedCode
}

interface PreparedPassword extends Shown {
  readonly from: string
  readonly to: string
}

/** Allows a password change after a recent sign-in or a fresh proof of identity. */
const proveOwner = async (deps: AccountDeps, owner: Changer, { currentPassword, nonce }: OwnChange): Promise<Shown> => {
  const { database, passwords, codes } = deps
  if (currentPassword !== undefined) {
    passwords.refuseLong(currentPassword)
    await checkPassword(deps, owner, currentPassword)
    return { knowsPassword: true }
  }
  if (nonce !== undefined) {
    const proof = { email: owner.account.email, code: nonce }
    try {
      return { knowsPassword: false, nonce: await codes.check(proof, ['reauthenticate'], owner.address) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'code_invalid')
        throw new Refusal('reauthentication_not_valid', { cause: error })
      throw error
    }
  }
  if (!(await isFreshSession(deps, owner.session.id))) throw new Refusal('reauthentication_needed')
  const session = await findSession(database.queries, owner.session.id)
  const amr = JSON.parse(session?.amr ?? '[]') as readonly { readonly method: string }[]
  return { knowsPassword: amr.some(({ method }) => method === 'password') }
}

const preparePassword = async (
  deps: AccountDeps,
  owner: Changer,
  change: OwnChange,
  next: string,
): Promise<PreparedPassword> => {
  const { database, passwords, limiter } = deps
  passwords.check(next)
  const shown = await proveOwner(deps, owner, change)
  // The error for an unchanged password reveals that the given password is correct, so the rate limit of sign-ins applies.
  const release = await grant(limiter.take('session', owner.session.id))
  const user = await findById(database.queries, owner.account.id)
  if (user === undefined) throw new Refusal('user_not_found')
  if ((await passwords.verify(user.password_hash, next)).isRight) throw new Refusal('same_password')
  await release()
  return { ...shown, from: user.password_hash, to: await passwords.hash(next) }
}

/** Returns the new address; undefined if it is the present one. */
const prepareEmail = async (
  { database, codes, limiter }: AccountDeps,
  { account }: Changer,
  text: string,
): Promise<EmailAddress | undefined> => {
  const wanted = readEmailAddress(text)
  if (wanted.key === readEmailAddress(account.email).key) return undefined
  await grant(limiter.take('mail', `email-change ${account.id}`))
  for (const { key } of [wanted, readEmailAddress(account.email)]) await codes.renewTries(key)
  if ((await findByEmailKey(database.queries, wanted.key)) !== undefined) throw new Refusal('email_exists')
  return wanted
}

/** Starts a change of address, which both addresses must confirm; without mail it takes effect at once. */
const setEmail = async (
  { clock, outbox }: AccountDeps,
  queries: Queries,
  { id, email }: Changer['account'],
  { to, data }: { readonly to: EmailAddress; readonly data: CodeData },
): Promise<void> => {
  const now = clock.now()
  if (outbox === undefined) return changeAddress(queries, id, { ...to, now })
  await killCodes(queries, { userId: id }, 'email-change', now)
  await updateRow(queries, 'users', id, { new_email: to.email, new_email_half: null })
  for (const half of ['current', 'new'] as const)
    await outbox.post(queries, { recipient: email, template: 'email-change', data: { ...data, half } })
}

const changeOwn = async (deps: AccountDeps, owner: Changer, change: OwnChange): Promise<void> => {
  const { database, clock, outbox } = deps
  if (owner.session.actorId !== null) throw new Refusal('read_only')
  const { metadata, password, email, mail = {} } = change
  const set = password === undefined ? undefined : await preparePassword(deps, owner, change, password)
  const address = email === undefined ? undefined : await prepareEmail(deps, owner, email)
  const changed = database.transaction(async (queries) => {
    await lockPassword(queries, owner.account.id, clock.now())
    const user = await findAuthUser(queries, owner.account.id)
    if (user === undefined) throw new Refusal('user_not_found')
    const merged = metadata === undefined ? {} : { user_metadata: mergeUserMetadata(user, metadata) }
    await updateRow(queries, 'users', user.id, { ...merged, updated_at: clock.now() })
    if (set !== undefined) {
      const { from, to, knowsPassword, nonce } = set
      await nonce?.use(queries)
      await replacePassword(deps, queries, owner, { from, to, isRecovery: !knowsPassword })
    }
    if (address !== undefined) await setEmail(deps, queries, owner.account, { to: address, data: mail })
  })
  await refusingTaken('email_exists', changed)
  outbox?.wake()
}

const changeUser = async (
  { database, passwords, clock }: AccountDeps,
  id: string,
  { metadata, appMetadata, password, email, isConfirmed }: UserChange,
  also: (queries: Queries) => Promise<void>,
): Promise<void> => {
  const hash = password === undefined ? undefined : await passwords.hash(password)
  const address = email === undefined ? undefined : readEmailAddress(email)
  const now = clock.now()
  const changed = database.transaction(async (queries) => {
    await lockPassword(queries, id, now)
    if (isConfirmed === true) await confirmAddress(queries, id, now)
    const user = await findAuthUser(queries, id)
    if (user === undefined) throw new Refusal('user_not_found')
    await updateRow(queries, 'users', id, {
      ...(metadata === undefined ? {} : { user_metadata: mergeUserMetadata(user, metadata) }),
      ...(appMetadata === undefined ? {} : { app_metadata: mergeMetadata(user.app_metadata, appMetadata) }),
      ...(hash === undefined ? {} : { password_hash: hash }),
      updated_at: now,
    })
    if (hash !== undefined) await endEarlierAccess(queries, { userId: id, now, isRecovery: true })
    if (address !== undefined) {
      await changeAddress(queries, id, { ...address, now })
      await killCodesOf(queries, id, now)
    }
    await also(queries)
  })
  await refusingTaken('email_exists', changed)
}

/** Creates the functions that change users. */
export const createUserChanges = (deps: AccountDeps) => ({
  /**
   * Changes the fields that users may change themselves, all of them or none. A new password ends the other sessions, and has the other
   * effects of a recovery unless the owner proved the earlier one. Throws `read_only` in a view-as session, `validation_failed`,
   * `invalid_email`, `email_exists`, `password_too_short`, `password_too_long`, `same_password`, `reauthentication_needed`,
   * `reauthentication_not_valid`, `invalid_credentials`, `rate_limited` and `busy`.
   */
  changeOwn: (owner: Changer, change: OwnChange): Promise<void> => changeOwn(deps, owner, change),

  /**
   * Changes a user for the operator. A new password has the effects of a recovery. Throws `user_not_found`, `validation_failed`,
   * `invalid_email`, `email_exists`, `password_too_short`, `password_too_long` and `busy`.
   */
  changeUser: (id: string, change: UserChange, also: (queries: Queries) => Promise<void>): Promise<void> =>
    changeUser(deps, id, change, also),
})

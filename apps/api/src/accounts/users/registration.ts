import type { PlanId } from '@netbox/core'
import type { Queries, Reader } from '../../database/database.ts'
import type { UserTable } from '../../schema.ts'
import { refusingTaken, updateRow } from '../../database/dialects.ts'
import { newId, newSecret } from '../../random.ts'
import { type Account, toAccount } from './account.ts'
import {
  confirmUser,
  deleteUnconfirmed,
  discardRegistration,
  findByEmailKey,
  findById,
  insertUser,
  isPending,
  lockPassword,
  NO_PASSWORD,
} from './repository.ts'
import type { CodeData, Proof } from '../codes/codes.ts'
import type { AccountDeps, Also } from '../deps.ts'
import { revokeApiTokensOf } from '../api-tokens/repository.ts'
import { deleteFactors, listFactors, replaceRecoveryCodes } from '../second-factor/repository.ts'
import { noteRequest, settleRequests } from './address-requests-repository.ts'
import { readEmailAddress } from '../../email-address.ts'
import { metadataOfSignUp } from './metadata.ts'
import type { Device, SignedIn } from '../sessions/types.ts'
import { grant } from '../../rate-limits/rate-limits.ts'
import { revokeSessionsOf } from '../sessions/repository.ts'
import { Refusal } from '../../refusal.ts'

/** The input of a registration. */
export interface RegisterRequest {
  readonly email: string
  readonly password: string
  readonly device: Device
  /** The user's own metadata, as JSON. */
  readonly metadata?: string
  /** The options for the link in the mail; default: netbox's own page. */
  readonly mail?: CodeData
}

/**
 * The outcome of a registration: signed in, or a message that asks the user to confirm the address. `id` is undefined if the address was
 * registered before.
 */
export type Registered =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn }
  | {
      readonly kind: 'confirmation-sent'
      readonly id: string | undefined
      readonly email: string
      /** The browser's proof that a request to send the message again is its own. */
      readonly resendToken: string
    }

/** A confirmed user with their new session. */
export interface Confirmed {
  readonly signedIn: SignedIn
  /** Whether the user has no password: another request about the address has removed it. */
  readonly needsPassword: boolean
}

/** A user created by an admin. */
export interface NewUser {
  readonly email: string
  /** Null for users who sign in by mail until they choose a password. */
  readonly password: string | null
  readonly plan: PlanId
  /** Whether the address is confirmed. Default: true, because the admin vouches for it. */
  readonly isConfirmed?: boolean
  readonly more?: Partial<Pick<UserTable, 'id' | 'user_metadata' | 'app_metadata' | 'invited_at'>>
}

/**
 * Confirms the address of a user who has used a mailed code. If there was any other request about the address, another person may have
 * registered it: the password, the metadata and all access given before are removed. Returns whether a password was removed.
 */
export const confirmAddress = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const user = await findById(queries, id)
  if (user === undefined || user.confirmed_at !== null) return false
  const isContested = await settleRequests(queries, readEmailAddress(user.user_email).key, now)
  const isCleared = isContested && (await removeEarlierAccess(queries, id, now))
  await confirmUser(queries, id, now)
  return isCleared
}

/** Removes what the person who registered an address has set or gave access to. Returns whether there was a password. */
const removeEarlierAccess = async (queries: Queries, id: string, now: number): Promise<boolean> => {
  const factors = await listFactors(queries, id)
  await deleteFactors(
    queries,
    factors.map((factor) => factor.id),
  )
  await replaceRecoveryCodes(queries, id, [])
  await revokeSessionsOf(queries, id, now)
  await revokeApiTokensOf(queries, id, now)
  return discardRegistration(queries, id)
}

const readUser = async (queries: Reader, id: string) => {
  const found = await findById(queries, id)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** Adds a user, in place of an unconfirmed registration `replaced`; an unconfirmed user's browser gets the secret `issued`. */
const addUser = async (
  { database, passwords, clock }: AccountDeps,
  { email: text, password, plan, isConfirmed = true, more }: NewUser,
  { also, replaced, issued }: { also?: Also | undefined; replaced?: string | undefined; issued?: string } = {},
): Promise<Account> => {
  const { email, key } = readEmailAddress(text)
  if (password !== null) passwords.check(password)
  const now = clock.now()
  const row = {
    id: newId(),
    email,
    email_key: key,
    password_hash: password === null ? NO_PASSWORD : await passwords.hash(password),
    confirmed_at: isConfirmed ? now : null,
    created_at: now,
    ...more,
  }
  const added = database.transaction(async (queries) => {
    if (replaced !== undefined && (await deleteUnconfirmed(queries, [replaced])) === 0)
      throw new Refusal('email_in_use')
    if (!isConfirmed) await noteRequest(queries, { emailKey: key, now, issued })
    await insertUser(queries, row, plan)
    const account = toAccount(await readUser(queries, row.id), clock.now())
    await also?.(queries, account)
    return account
  })
  return refusingTaken('email_in_use', added)
}

/** Finds the unconfirmed registration of an address; undefined if there is none. Throws `email_in_use` for any other account. */
const findPending = async (
  { database, confirmsAddresses }: AccountDeps,
  emailKey: string,
): Promise<string | undefined> => {
  const taken = await findByEmailKey(database.queries, emailKey)
  if (taken === undefined) return undefined
  const isUnconfirmed = taken.confirmed_at === null && taken.status !== 'disabled' && confirmsAddresses
  if (!isUnconfirmed) throw new Refusal('email_in_use')
  return taken.user_id
}

/** Contests an unconfirmed registration. Throws `email_in_use` if the address is confirmed in the meantime. */
const contest = async (queries: Queries, id: string, emailKey: string, now: number): Promise<void> => {
  await lockPassword(queries, id, now)
  if (!(await isPending(queries, id))) throw new Refusal('email_in_use')
  await noteRequest(queries, { emailKey, now })
  // The registration has another day until it is deleted.
  await updateRow(queries, 'users', id, { created_at: now })
}

const register = async (
  deps: AccountDeps,
  { email: text, password, device, metadata, mail }: RegisterRequest,
): Promise<Registered> => {
  const { database, passwords, sessions, codes, limiter, clock, outbox, confirmsAddresses } = deps
  const { email, key } = readEmailAddress(text)
  const id = newId()
  const more = { id, user_metadata: metadataOfSignUp(id, metadata) }
  const user = { email, password, plan: 'free', more } as const
  if (outbox === undefined || !confirmsAddresses)
    return { kind: 'signed-in', signedIn: await sessions.start(await addUser(deps, user), device) }
  const post = (queries: Queries) =>
    outbox.post(queries, { recipient: email, template: 'confirm', ...(mail && { data: mail }) })
  await codes.renewTries(key)
  const resendToken = newSecret(24)
  const pending = await findPending(deps, key)
  if (pending === undefined) await addUser(deps, { ...user, isConfirmed: false }, { also: post, issued: resendToken })
  else {
    await grant(limiter.take('mail', `register ${key}`))
    // The hash is not stored; it takes the time of a first registration.
    await passwords.hash(password)
    await database.transaction(async (queries) => {
      await contest(queries, pending, key, clock.now())
      await post(queries)
    })
  }
  outbox.wake()
  return { kind: 'confirmation-sent', id: pending === undefined ? id : undefined, email, resendToken }
}

const confirm = async (deps: AccountDeps, proof: Proof, device: Device): Promise<Confirmed> => {
  const { database, sessions, codes, clock } = deps
  const { userId, use } = await codes.check(proof, ['confirm'], device.address)
  if (userId === null) throw new Refusal('token_invalid')
  const now = clock.now()
  const user = await database.transaction(async (queries) => {
    await lockPassword(queries, userId, now)
    const found = await readUser(queries, userId)
    if (found.status === 'disabled') throw new Refusal('account_disabled')
    await use(queries)
    const isCleared = await confirmAddress(queries, userId, now)
    return { ...found, confirmed_at: now, needsPassword: isCleared || found.password_hash === NO_PASSWORD }
  })
  const signedIn = await sessions.start(toAccount(user, now), device, { method: 'otp' })
  return { signedIn, needsPassword: user.needsPassword }
}

/** Creates the functions that create accounts and confirm their addresses. */
export const createRegistration = (deps: AccountDeps) => ({
  /**
   * Creates an account. Throws `invalid_email`, `password_too_short`, `password_too_long`, `email_in_use` and `busy`. If mail is
   * configured, the user is signed in only after confirming the address. Until then, nobody knows which registration is the owner's. So
   * another one contests it: the confirmation removes password and metadata, and the owner chooses a password. It throws `rate_limited`
   * after five times in 15 minutes.
   */
  register: (request: RegisterRequest): Promise<Registered> => register(deps, request),

  /**
   * Turns an unconfirmed registration into an invitation, which removes its password and metadata. Throws `email_in_use` if the address
   * is confirmed.
   */
  inviteAgain: ({ id, email }: Pick<Account, 'id' | 'email'>, metadata: string): Promise<void> =>
    deps.database.transaction(async (queries) => {
      const now = deps.clock.now()
      await contest(queries, id, readEmailAddress(email).key, now)
      await discardRegistration(queries, id)
      await updateRow(queries, 'users', id, { user_metadata: metadata, invited_at: now })
    }),

  /** Creates a user for an admin, in place of an unconfirmed registration. Throws like `register`. */
  createUser: async (user: NewUser, also?: Also): Promise<Account> => {
    const replaced = await findPending(deps, readEmailAddress(user.email).key)
    return addUser(deps, user, { also, replaced })
  },

  /** Confirms an address and signs in. Throws `token_invalid`, `code_invalid`, `rate_limited` and `account_disabled`. */
  confirm: (proof: Proof, device: Device): Promise<Confirmed> => confirm(deps, proof, device),
})

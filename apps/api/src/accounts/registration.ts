import type { PlanId } from '@netbox/core'
import type { Queries } from '../db/database.ts'
import type { UserTable } from '../db/schema.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { newId } from '../random.ts'
import { type Account, toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import type { CodeData, Proof } from './codes.ts'
import type { AccountDeps, Also } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import type { Device, SignedIn } from './session.ts'
import { grant } from './login-limiter.ts'
import {
  confirmUser,
  deleteUnconfirmed,
  findByEmailKey,
  findById,
  insertUser,
  NO_PASSWORD,
} from './users-repository.ts'

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

/** The outcome of a registration: signed in, or a message that asks the user to confirm the address. */
export type Registered =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn }
  | { readonly kind: 'confirmation-sent'; readonly id: string; readonly email: string }

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

/** Creates the functions that create accounts and confirm their addresses. */
export const createRegistration = (deps: AccountDeps) => {
  const { database, passwords, sessions, codes, limiter, clock, outbox } = deps

  const add = async (user: NewUser, isConfirmed: boolean, also?: Also): Promise<Account> => {
    const { email, key } = readEmailAddress(user.email)
    if (user.password !== null) passwords.check(user.password)
    const taken = await findByEmailKey(database.queries, key)
    const isUnconfirmed = taken?.confirmed_at === null && taken.status !== 'disabled' && outbox !== undefined
    if (taken !== undefined && !isUnconfirmed) throw new AccountError('email_in_use')
    if (taken !== undefined && !isConfirmed) await grant(limiter.take('mail', `register ${key}`))
    const now = clock.now()
    const row = {
      id: newId(),
      email,
      email_key: key,
      password_hash: user.password === null ? NO_PASSWORD : await passwords.hash(user.password),
      confirmed_at: isConfirmed ? now : null,
      created_at: now,
      ...user.more,
    }
    try {
      return await database.transaction(async (queries) => {
        // An earlier registration did not prove ownership of the address, so its password and codes are deleted.
        if (taken !== undefined && (await deleteUnconfirmed(queries, [taken.user_id])) === 0)
          throw new AccountError('email_in_use')
        await insertUser(queries, row, user.plan)
        const account = await readAccount(queries, row.id)
        await also?.(queries, account)
        return account
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw new AccountError('email_in_use', { cause: error })
      throw error
    }
  }

  const readAccount = async (queries: Queries, id: string): Promise<Account> => {
    const found = await findById(queries, id)
    if (found === undefined) throw new AccountError('not_found')
    return toAccount(found, clock.now())
  }

  return {
    /**
     * Creates an account. Throws `invalid_email`, `password_too_short`, `password_too_long`, `email_in_use` and `busy`. If mail is
     * configured, the user is signed in only after confirming the address. Until then, another registration replaces this one, up to five
     * times in 15 minutes; after that it throws `rate_limited`.
     */
    register: async ({ email, password, device, metadata, mail }: RegisterRequest): Promise<Registered> => {
      const user = { email, password, plan: 'free', more: { user_metadata: metadata ?? null } } as const
      if (outbox === undefined) {
        return { kind: 'signed-in', signedIn: await sessions.start(await add(user, true), device) }
      }
      const account = await add(user, false, (queries, { email: recipient }) =>
        outbox.post(queries, { recipient, template: 'confirm', ...(mail && { data: mail }) }),
      )
      outbox.wake()
      return { kind: 'confirmation-sent', id: account.id, email: account.email }
    },

    /** Creates a user for an admin, who vouches for the address. Throws like `register`. */
    createUser: (user: NewUser, also?: Also): Promise<Account> => add(user, user.isConfirmed ?? true, also),

    /** Confirms an address and signs in. Throws `token_invalid`, `code_invalid`, `rate_limited` and `account_disabled`. */
    confirm: async (proof: Proof, device: Device): Promise<SignedIn> => {
      const { userId, use } = await codes.check(proof, ['confirm'], device.address)
      if (userId === null) throw new AccountError('token_invalid')
      if ((await readAccount(database.queries, userId)).status === 'disabled')
        throw new AccountError('account_disabled')
      const account = await database.transaction(async (queries) => {
        await use(queries)
        await confirmUser(queries, userId, clock.now())
        return readAccount(queries, userId)
      })
      return sessions.start(account, device, { method: 'otp' })
    },
  }
}

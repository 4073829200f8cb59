import type { Queries } from '../db/database.ts'
import { newId } from '../random.ts'
import { type Account, toAccount } from './account.ts'
import type { Challenge } from './auth-flows.ts'
import { AuthError, refusingTaken } from './auth-error.ts'
import { changeAddress, findAuthUser, updateUser } from './auth-users-repository.ts'
import type { CheckedCode, Proof } from './codes.ts'
import { killCodesOf, type Purpose } from './codes-repository.ts'
import type { AccountDeps } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import type { Device, SignInMethod } from './session.ts'
import { confirmUser, findByEmailKey, findById, insertUser, lockPassword, NO_PASSWORD } from './users-repository.ts'

/** The type of a code or link, as clients name it. */
export type VerifyType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email' | 'email_change'

/** The purposes that each type accepts, because a client may not know why the user got a code. */
export const purposesOf: Readonly<Record<VerifyType, readonly Purpose[]>> = {
  signup: ['confirm', 'sign-in'],
  invite: ['invite'],
  magiclink: ['sign-in', 'confirm'],
  recovery: ['recover'],
  email: ['sign-in', 'confirm', 'invite'],
  email_change: ['email-change'],
}

const methods: Readonly<Record<Purpose, SignInMethod>> = {
  confirm: 'otp',
  'sign-in': 'otp',
  reauthenticate: 'otp',
  recover: 'recovery',
  invite: 'invite',
  'email-change': 'email_change',
}

/** The outcome of a valid code: the user may sign in, or the other address must confirm too. */
export type Verified =
  | { readonly kind: 'half' }
  | {
      readonly kind: 'user'
      readonly account: Account
      readonly method: SignInMethod
      readonly challenge: Challenge | undefined
    }

/** Creates the functions that check codes and links for clients of supabase-js. */
export const createCodeVerification = ({
  database,
  codes,
  clock,
}: Pick<AccountDeps, 'database' | 'codes' | 'clock'>) => {
  /** Finds the user of a code, or creates one if the code is for a new account. */
  const userOf = async (queries: Queries, { userId, emailKey, data }: CheckedCode): Promise<string> => {
    const found = await findByEmailKey(queries, emailKey)
    const isAnother = userId !== null && found?.user_id !== userId
    if (isAnother || (found === undefined && data.createsUser !== true)) throw new AuthError('otp_expired')
    if (found !== undefined) return found.user_id
    const [id, now] = [newId(), clock.now()]
    const { metadata: user_metadata = null } = data
    const address = { email: emailKey, email_key: emailKey }
    await insertUser(
      queries,
      { id, ...address, password_hash: NO_PASSWORD, confirmed_at: now, created_at: now, user_metadata },
      'free',
    )
    return id
  }

  /**
   * Confirms the address, because the user has read its mail. For a sign-in or a recovery, also invalidates the password of an unconfirmed
   * account, because an attacker may have chosen it.
   */
  const confirm = async (queries: Queries, id: string, purpose: Purpose): Promise<void> => {
    const user = await findById(queries, id)
    if (user?.confirmed_at === null && (purpose === 'sign-in' || purpose === 'recover'))
      await updateUser(queries, id, { password_hash: NO_PASSWORD })
    await confirmUser(queries, id, clock.now())
  }

  /** Records that an address confirms a change of address; the second confirmation changes the address. */
  const confirmChange = async (
    queries: Queries,
    { userId, emailKey, data }: CheckedCode,
  ): Promise<string | undefined> => {
    const user = userId === null ? undefined : await findAuthUser(queries, userId)
    const wanted = user?.new_email
    if (!user || !wanted || readEmailAddress(wanted).key !== data.newEmailKey) throw new AuthError('otp_expired')
    const half = emailKey === data.newEmailKey ? 'new' : 'current'
    if (half === 'current' && emailKey !== readEmailAddress(user.email).key) throw new AuthError('otp_expired')
    if (user.new_email_half === null || user.new_email_half === half) {
      await updateUser(queries, user.id, { new_email_half: half })
      return undefined
    }
    const now = clock.now()
    await changeAddress(queries, user.id, { email: wanted, key: data.newEmailKey, now })
    await killCodesOf(queries, user.id, now)
    return user.id
  }

  const redeem = async (queries: Queries, code: CheckedCode): Promise<string | undefined> => {
    if (code.userId !== null) await lockPassword(queries, code.userId, clock.now())
    await code.use(queries)
    if (code.purpose === 'email-change') return confirmChange(queries, code)
    const id = await userOf(queries, code)
    await confirm(queries, id, code.purpose)
    return id
  }

  return {
    /**
     * Uses a code and applies its effect: confirms an address, creates the requested account, or changes the address. Throws
     * `token_invalid`, `code_invalid`, `otp_expired`, `email_exists`, `user_banned` and `rate_limited`; the code then stays unused.
     */
    verifyCode: async (proof: Proof, type: VerifyType, { address }: Pick<Device, 'address'>): Promise<Verified> => {
      const code = await codes.check(proof, purposesOf[type], address)
      const redeemed = database.transaction(async (queries) => {
        const id = await redeem(queries, code)
        const user = id === undefined ? undefined : await findById(queries, id)
        if (user?.status === 'disabled') throw new AuthError('user_banned')
        return user
      })
      const found = await refusingTaken(redeemed)
      if (found === undefined) return { kind: 'half' }
      const account = toAccount(found, clock.now())
      return { kind: 'user', account, method: methods[code.purpose], challenge: code.data.challenge }
    },
  }
}

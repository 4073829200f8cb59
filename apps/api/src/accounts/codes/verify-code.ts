import type { Queries } from '../../database/database.ts'
import { refusingTaken, updateRow } from '../../database/dialects.ts'
import { newId } from '../../random.ts'
import { type Account, toAccount } from '../users/account.ts'
import type { Challenge } from './auth-flows.ts'
import {
  changeAddress,
  findAuthUser,
  findByEmailKey,
  findById,
  insertUser,
  lockPassword,
  NO_PASSWORD,
} from '../users/repository.ts'
import type { CheckedCode, Proof } from './codes.ts'
import { killCodesOf, type Purpose } from './repository.ts'
import type { AccountDeps } from '../deps.ts'
import { settleRequests } from '../users/address-requests-repository.ts'
import { metadataOfSignUp } from '../users/metadata.ts'
import { readEmailAddress } from '../../email-address.ts'
import { confirmAddress } from '../users/registration.ts'
import type { Device, SignInMethod } from '../sessions/types.ts'
import { Refusal } from '../../refusal.ts'

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
  const userOf = async (
    queries: Queries,
    { userId, emailKey, data }: CheckedCode,
    isOpenToRegister: boolean,
  ): Promise<string> => {
    const found = await findByEmailKey(queries, emailKey)
    const isAnother = userId !== null && found?.user_id !== userId
    if (isAnother || (found === undefined && data.createsUser !== true)) throw new Refusal('otp_expired')
    if (found !== undefined) return found.user_id
    if (!isOpenToRegister) throw new Refusal('signup_disabled')
    const [id, now] = [newId(), clock.now()]
    // Another person may have asked for this code, so nothing of it remains if there was any other request.
    const isContested = await settleRequests(queries, emailKey, now)
    const user_metadata = metadataOfSignUp(id, isContested ? undefined : data.metadata)
    const address = { email: emailKey, email_key: emailKey }
    await insertUser(
      queries,
      { id, ...address, password_hash: NO_PASSWORD, confirmed_at: now, created_at: now, user_metadata },
      'free',
    )
    return id
  }

  /** Records that an address confirms a change of address; the second confirmation changes the address. */
  const confirmChange = async (
    queries: Queries,
    { userId, emailKey, data }: CheckedCode,
  ): Promise<string | undefined> => {
    const user = userId === null ? undefined : await findAuthUser(queries, userId)
    const wanted = user?.new_email
    if (!user || !wanted || readEmailAddress(wanted).key !== data.newEmailKey) throw new Refusal('otp_expired')
    const half = emailKey === data.newEmailKey ? 'new' : 'current'
    if (half === 'current' && emailKey !== readEmailAddress(user.email).key) throw new Refusal('otp_expired')
    if (user.new_email_half === null || user.new_email_half === half) {
      await updateRow(queries, 'users', user.id, { new_email_half: half })
      return undefined
    }
    const now = clock.now()
    await changeAddress(queries, user.id, { email: wanted, key: data.newEmailKey, now })
    await killCodesOf(queries, user.id, now)
    return user.id
  }

  /** Uses a code. Returns its user, undefined after half a change of address, and how the user signs in. */
  const redeem = async (queries: Queries, code: CheckedCode, isOpenToRegister: boolean) => {
    const method = methods[code.purpose]
    if (code.userId !== null) await lockPassword(queries, code.userId, clock.now())
    await code.use(queries)
    if (code.purpose === 'email-change') return { id: await confirmChange(queries, code), method }
    const id = await userOf(queries, code, isOpenToRegister)
    // A user whose password was removed chooses a new one, as after a recovery.
    const isCleared = await confirmAddress(queries, id, clock.now())
    return { id, method: isCleared ? ('recovery' as const) : method }
  }

  return {
    /**
     * Uses a code and applies its effect: confirms an address, creates the requested account if registration is open, or changes the
     * address. Throws `token_invalid`, `code_invalid`, `otp_expired`, `email_exists`, `signup_disabled`, `user_banned` and `rate_limited`;
     * the code then stays unused.
     */
    verifyCode: async (
      proof: Proof,
      type: VerifyType,
      { address, isOpenToRegister }: Pick<Device, 'address'> & { readonly isOpenToRegister: boolean },
    ): Promise<Verified> => {
      const code = await codes.check(proof, purposesOf[type], address)
      const redeemed = database.transaction(async (queries) => {
        const { id, method } = await redeem(queries, code, isOpenToRegister)
        const user = id === undefined ? undefined : await findById(queries, id)
        if (user?.status === 'disabled') throw new Refusal('user_banned')
        return { user, method }
      })
      const { user, method } = await refusingTaken('email_exists', redeemed)
      if (user === undefined) return { kind: 'half' }
      return { kind: 'user', account: toAccount(user, clock.now()), method, challenge: code.data.challenge }
    },
  }
}

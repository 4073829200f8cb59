import type { Queries } from '../../database/database.ts'
import { Refusal } from '../../refusal.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { lowerLevel } from '../sessions/assurance-level.ts'
import { revokeSessionsOf } from '../sessions/repository.ts'
import { type Counting, type FactorOwner, findFactor, isVerified, matchAny, type SecondFactorOptions } from './codes.ts'
import { drawRecoveryCodes } from './recovery-codes.ts'
import { deleteFactors, listFactors, lockFactors, replaceRecoveryCodes } from './repository.ts'

/** Removes factors. If no verified factor remains, also removes the recovery codes, so that the user signs in with only the password. */
const erase = async (
  inside: Queries,
  userId: string,
  ids: ReadonlySet<string>,
  { now, keep }: { readonly now: number; readonly keep?: string },
): Promise<void> => {
  const all = await listFactors(inside, userId)
  await deleteFactors(inside, [...ids])
  if (!all.some((factor) => ids.has(factor.id) && isVerified(factor))) return
  const isProtected = all.some((factor) => !ids.has(factor.id) && isVerified(factor))
  if (!isProtected) await replaceRecoveryCodes(inside, userId, [])
  if (!isProtected && keep !== undefined) await lowerLevel(inside, keep)
  await revokeSessionsOf(inside, userId, now, keep)
}

const remove = async (
  { database, clock }: SecondFactorOptions,
  { account, session }: FactorOwner,
  id: string,
  use?: (inside: Queries) => Promise<void>,
) => {
  await findFactor(database.queries, account.id, id)
  await database.transaction(async (inside) => {
    await lockFactors(inside, account.id, clock.now())
    await use?.(inside)
    await erase(inside, account.id, new Set([id]), { now: clock.now(), keep: session.id })
  })
}

/** Creates the functions that remove factors and renew recovery codes. */
export const createRemoval = (options: SecondFactorOptions, counting: Counting) => {
  const { database, clock } = options
  return {
    /** Removes a factor; if it was verified, ends the user's other sessions. Throws `not_found`. */
    remove: (owner: FactorOwner, factorId: string): Promise<void> => remove(options, owner, factorId),

    /** Removes a factor after checking the user's password and code. Throws like `signIn` and `checkPassword`. */
    removeWith: async (
      owner: FactorOwner,
      factorId: string,
      { password, code }: { readonly password: string; readonly code: string },
    ): Promise<void> => {
      await findFactor(database.queries, owner.account.id, factorId)
      await checkPassword(options, owner, password)
      await counting(owner, code, async () =>
        remove(options, owner, factorId, (await matchAny(options, owner.account.id, code)).use),
      )
    },

    /**
     * Creates ten new recovery codes; the old ones stop working. Throws `not_found` without a factor, and the errors of `checkPassword`.
     */
    renewRecoveryCodes: async (owner: FactorOwner, password: string): Promise<readonly string[]> => {
      await checkPassword(options, owner, password)
      const { id } = owner.account
      return database.transaction(async (inside) => {
        await lockFactors(inside, id, clock.now())
        if (!(await listFactors(inside, id)).some(isVerified)) throw new Refusal('not_found')
        return drawRecoveryCodes(inside, id, clock.now())
      })
    },

    /** Removes one lost factor, or all factors and recovery codes. Ends the user's sessions. Throws `not_found` without such a factor. */
    removeLost: (userId: string, also: (inside: Queries) => Promise<void>, factorId?: string): Promise<void> =>
      database.transaction(async (inside) => {
        await lockFactors(inside, userId, clock.now())
        const all = (await listFactors(inside, userId)).map(({ id }) => id)
        const lost = factorId === undefined ? all : all.filter((id) => id === factorId)
        if (lost.length === 0) throw new Refusal('not_found')
        await erase(inside, userId, new Set(lost), { now: clock.now() })
        await also(inside)
      }),
  }
}

import type { Queries, Reader } from '../../database/database.ts'
import { updateRow } from '../../database/dialects.ts'
import { type Account, toAccount } from './account.ts'
import type { AccountDeps, Also } from '../deps.ts'
import { parseEmailAddress } from '../../email-address.ts'
import { countOtherAdmins, insertMissingProfiles, lockAdmins } from './deletion-repository.ts'
import { revokeSessionsOf } from '../sessions/repository.ts'
import { findByEmailKey, findById } from './repository.ts'
import { Refusal } from '../../refusal.ts'

/** An admin's changes to a user. */
export interface ProfileChange {
  readonly status?: 'active' | 'disabled'
  readonly isAdmin?: boolean
}

/** Creates the functions that find accounts and change their rights. */
export const createDirectory = ({ database, clock }: Pick<AccountDeps, 'database' | 'clock'>) => {
  const find = async (queries: Reader, id: string): Promise<Account | undefined> => {
    const found = await findById(queries, id)
    return found === undefined ? undefined : toAccount(found, clock.now())
  }

  const isAdmin = (account: Account): boolean => account.isAdmin && account.status === 'active'

  const change = async (queries: Queries, id: string, wanted: ProfileChange): Promise<Account> => {
    await lockAdmins(queries)
    await insertMissingProfiles(queries, id)
    const before = await find(queries, id)
    if (before === undefined) throw new Refusal('not_found')
    const { status = before.status, isAdmin: makeAdmin = before.isAdmin } = wanted
    const after = { ...before, status, isAdmin: makeAdmin }
    if (isAdmin(before) && !isAdmin(after) && (await countOtherAdmins(queries, id)) === 0)
      throw new Refusal('last_admin')
    await updateRow(queries, 'profiles', id, { status: after.status, is_admin: after.isAdmin ? 1 : 0 })
    if (after.status === 'disabled') await revokeSessionsOf(queries, id, clock.now())
    return after
  }

  return {
    find: (id: string): Promise<Account | undefined> => find(database.queries, id),

    findByEmail: async (email: string): Promise<Account | undefined> => {
      const found = await findByEmailKey(database.queries, parseEmailAddress(email)?.key ?? '')
      return found === undefined ? undefined : toAccount(found, clock.now())
    },

    /**
     * Activates or suspends a user, or changes the admin role. The change applies from the user's next request; suspension also ends the
     * user's sessions. Throws `not_found`, and `last_admin` if no active admin would be left.
     */
    updateProfile: (id: string, wanted: ProfileChange, also?: Also): Promise<Account> =>
      database.transaction(async (queries) => {
        const account = await change(queries, id, wanted)
        await also?.(queries, account)
        return account
      }),

    /** Creates the missing profiles of users; returns their number. */
    syncProfiles: (also?: (queries: Queries, created: number) => Promise<void>): Promise<number> =>
      database.transaction(async (queries) => {
        const created = await insertMissingProfiles(queries)
        await also?.(queries, created)
        return created
      }),
  }
}

import type { Queries, Reader } from '../../database/database.ts'
import { BATCH } from '../../database/delete-in-batches.ts'
import { deleteRow, updateRow } from '../../database/dialects.ts'
import { type Account, toAccount } from './account.ts'
import {
  closeBilling,
  countOtherAdmins,
  deleteMailTo,
  deleteSome,
  listDetails,
  lockAdmins,
} from './deletion-repository.ts'
import { checkPassword, type PasswordOwner } from '../passwords/check-password.ts'
import { deleteCodesTo } from '../codes/repository.ts'
import { audit } from '../../audit.ts'
import type { AccountDeps } from '../deps.ts'
import { forgetRequests } from './address-requests-repository.ts'
import { readEmailAddress } from '../../email-address.ts'
import { findById, lockPassword } from './repository.ts'
import { Refusal } from '../../refusal.ts'

/** The input of an account deletion. */
export interface DeletionRequest extends PasswordOwner {
  readonly password: string
}

const withoutAddress = (detail: string): string =>
  // The cast is safe: only `audit` writes this column, as an object. JSON omits an undefined value.
  JSON.stringify({ ...(JSON.parse(detail) as object), email: undefined })

/**
 * Records who deletes an account, removes its address from earlier records, and queues its deletion for the payment provider. Calls to the
 * provider follow later, with retries, so an outage there does not block the deletion.
 */
const endAccount = async (
  queries: Queries,
  { actorId, userId }: { readonly actorId: string; readonly userId: string },
  now: number,
): Promise<void> => {
  for (const { id, detail } of await listDetails(queries, userId, 'user.create'))
    await updateRow(queries, 'audit_log', id, { detail: withoutAddress(detail) })
  await audit(queries, { actorId, action: 'account.delete', targetId: userId, detail: {} }, now)
  await closeBilling(queries, userId, now)
}

export const createDeletion = (deps: AccountDeps) => {
  const { database, clock, outbox } = deps

  const refuseLastAdmin = async (queries: Reader, { id, isAdmin, status }: Account): Promise<void> => {
    const isActiveAdmin = isAdmin && status === 'active'
    if (isActiveAdmin && (await countOtherAdmins(queries, id)) === 0) throw new Refusal('last_admin')
  }

  const erase = async (queries: Queries, id: string, actorId: string, hash?: string): Promise<boolean> => {
    await lockAdmins(queries)
    await lockPassword(queries, id, clock.now())
    const user = await findById(queries, id)
    // A concurrent request with the same password has already deleted the account.
    if (user === undefined) return false
    if (hash !== undefined && user.password_hash !== hash) throw new Refusal('invalid_credentials')
    const account = toAccount(user, clock.now())
    await refuseLastAdmin(queries, account)
    await endAccount(queries, { actorId, userId: id }, clock.now())
    const { key } = readEmailAddress(account.email)
    await deleteMailTo(queries, key)
    await deleteCodesTo(queries, key)
    await forgetRequests(queries, key)
    // Deleting the many rows of these tables in one statement would take long. All other rows are deleted with the user.
    for (const table of ['runs', 'verifications'] as const) while ((await deleteSome(queries, table, id)) === BATCH);
    await deleteRow(queries, 'users', id)
    await outbox?.post(queries, { recipient: account.email, template: 'account-deleted' })
    return true
  }

  return {
    /**
     * Deletes an account with all its data, including sessions and tokens. The address can be registered again. Throws `read_only` in a
     * view-as session, `rate_limited`, `invalid_credentials`, `password_too_long`, `last_admin` and `busy`.
     */
    deleteAccount: async ({ password, ...owner }: DeletionRequest): Promise<void> => {
      const { user_id: id, password_hash: hash } = await checkPassword(deps, owner, password)
      await database.transaction((queries) => erase(queries, id, id, hash))
      outbox?.wake()
    },

    /** Deletes an account for the operator. Throws `user_not_found` and `last_admin`. */
    removeUser: async (id: string, actorId: string): Promise<void> => {
      const isThere = await database.transaction((queries) => erase(queries, id, actorId))
      if (!isThere) throw new Refusal('user_not_found')
      outbox?.wake()
    },
  }
}

import type { Queries } from '../db/database.ts'
import { BATCH } from '../db/delete-in-batches.ts'
import { type Account, toAccount } from './account.ts'
import { AccountError } from './account-error.ts'
import { deleteMailTo, deleteSomeRuns, deleteSomeVerifications, deleteUser } from './deletion-repository.ts'
import type { AccountDeps } from './deps.ts'
import { readEmailAddress } from './email-address.ts'
import { countOtherAdmins, lockAdmins } from './profiles-repository.ts'
import type { Also } from './registration.ts'
import type { ActiveSession } from './sessions.ts'
import { grant } from './sign-in.ts'
import { findById, lockPassword } from './users-repository.ts'

/** What an account is deleted with. */
export interface DeletionRequest {
  readonly account: Pick<Account, 'id' | 'email'>
  readonly session: ActiveSession['session']
  readonly password: string
  /** More to write in the same transaction, as what has to be ended elsewhere. When it throws, nothing is deleted. */
  readonly also: Also
}

/** Makes what deletes accounts. */
export const createDeletion = ({ database, passwords, limiter, clock, outbox }: AccountDeps) => {
  const refuseLastAdmin = async (queries: Queries, { id, isAdmin, status }: Account): Promise<void> => {
    const isActiveAdmin = isAdmin && status === 'active'
    if (isActiveAdmin && (await countOtherAdmins(queries, id)) === 0) throw new AccountError('last_admin')
  }

  /** Checks the password and gives who it is of, with the hash that it was checked against. */
  const authenticate = async ({ id, email }: DeletionRequest['account'], password: string) => {
    const release = await grant(limiter.check(readEmailAddress(email).key))
    const user = await findById(database.queries, id)
    const verdict = await passwords.verify(user?.password_hash, password)
    if (user === undefined || !verdict.isRight) throw new AccountError('invalid_credentials')
    await release()
    return { account: toAccount(user, clock.now()), hash: user.password_hash }
  }

  /** Deletes what may be so much that one statement would take long. Whoever goes on to make more has it deleted with the user. */
  const deleteMany = async (id: string): Promise<void> => {
    while ((await deleteSomeRuns(database.queries, id)) === BATCH);
    while ((await deleteSomeVerifications(database.queries, id)) === BATCH);
  }

  const erase = async (queries: Queries, id: string, hash: string, also: Also): Promise<void> => {
    await lockAdmins(queries)
    await lockPassword(queries, id, clock.now())
    const user = await findById(queries, id)
    // Somebody with the same password was faster: what was asked for is done.
    if (user === undefined) return
    if (user.password_hash !== hash) throw new AccountError('invalid_credentials')
    const account = toAccount(user, clock.now())
    await refuseLastAdmin(queries, account)
    await also(queries, account)
    await deleteMailTo(queries, readEmailAddress(account.email).key)
    await deleteUser(queries, id)
    await outbox?.post(queries, { recipient: account.email, template: 'account-deleted' })
  }

  return {
    /**
     * Deletes an account with all that belongs to it, and so ends its sessions and tokens; the address can register again. Throws
     * `read_only` in an admin's view, `rate_limited`, `invalid_credentials`, `password_too_long`, `last_admin` and `busy`.
     */
    deleteAccount: async ({ account: asked, session, password, also }: DeletionRequest): Promise<void> => {
      if (session.actorId !== null) throw new AccountError('read_only')
      const { account, hash } = await authenticate(asked, password)
      await refuseLastAdmin(database.queries, account)
      await deleteMany(account.id)
      await database.transaction((queries) => erase(queries, account.id, hash, also))
      outbox?.wake()
    },
  }
}

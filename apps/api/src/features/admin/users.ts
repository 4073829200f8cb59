import type { BodyOf, Page, Profile, QueryOf } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { toAccount } from '../../accounts/account.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Device, ViewAs } from '../../accounts/session.ts'
import type { Actor } from '../../accounts/start-session.ts'
import type { SecondFactors } from '../../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import type { Database } from '../../db/database.ts'
import { serializeProfile } from '../../serializers/entities.ts'
import { ApiError } from '../../api-error.ts'
import { audit, type Audited } from './audit.ts'
import { countProfiles, listProfiles } from './repository.ts'

/** The dependencies of the service. */
export interface UserAdminOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  readonly accounts: Pick<Accounts, 'find' | 'createUser' | 'updateProfile' | 'syncProfiles'>
  readonly sessions: Pick<Sessions, 'viewAs'>
  readonly secondFactors: Pick<SecondFactors, 'removeLost'>
}

/** An admin's actions on users. Each change is recorded in its transaction. */
export interface UserAdmin {
  list(wanted: QueryOf<'admin.profiles'>): Promise<Page<Profile>>
  create(actorId: string, user: BodyOf<'admin.createUser'>): Promise<Profile>
  /** Creates the missing profiles of users; returns their number. */
  sync(actorId: string): Promise<number>
  /** Throws `not_found` and `last_admin`. */
  update(actorId: string, id: string, change: BodyOf<'admin.updateProfile'>): Promise<Profile>
  /** Throws `not_found`, and `account_disabled` for a suspended user. */
  viewAs(actor: Actor, id: string, device: Device): Promise<ViewAs>
  /** Removes a user's lost second factor. Throws `not_found`. */
  removeFactors(actorId: string, id: string): Promise<void>
}

/** Creates the service of users. */
export const createUserAdmin = ({
  database,
  clock,
  accounts,
  sessions,
  secondFactors,
}: UserAdminOptions): UserAdmin => {
  const note = (entry: Audited) => (queries: Parameters<typeof audit>[0]) => audit(queries, entry, clock.now())

  return {
    list: async ({ page, limit, search, sort }) => {
      const rows = await listProfiles(database.queries, { search, sort, limit, offset: (page - 1) * limit })
      const items = rows.map((row) => serializeProfile(toAccount(row, clock.now())))
      return { items, page, limit, total: await countProfiles(database.queries, search) }
    },

    create: async (actorId, { email, password, plan }) =>
      serializeProfile(
        await accounts.createUser({ email, password, plan }, (queries, { id, email: address }) =>
          note({ actorId, action: 'user.create', targetId: id, detail: { email: address, plan } })(queries),
        ),
      ),

    sync: (actorId) =>
      accounts.syncProfiles((queries, created) =>
        note({ actorId, action: 'profiles.sync', targetId: null, detail: { created } })(queries),
      ),

    update: async (actorId, id, { status, is_admin }) => {
      const change = { ...(status && { status }), ...(is_admin !== undefined && { isAdmin: is_admin }) }
      const detail = { ...(status && { status }), ...(is_admin !== undefined && { is_admin }) }
      const noted = note({ actorId, action: 'profile.update', targetId: id, detail })
      return serializeProfile(await accounts.updateProfile(id, change, noted))
    },

    removeFactors: (actorId, id) =>
      secondFactors.removeLost(id, note({ actorId, action: 'factors.remove', targetId: id, detail: {} })),

    viewAs: async (actor, id, device) => {
      const account = await accounts.find(id)
      if (account === undefined) throw new ApiError('not_found')
      if (account.status === 'disabled') throw new ApiError('account_disabled')
      return sessions.viewAs(
        account,
        actor,
        device,
        note({ actorId: actor.id, action: 'profile.view_as', targetId: id, detail: {} }),
      )
    },
  }
}

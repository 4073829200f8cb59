import type { BodyOf, Page, Profile, QueryOf } from '@netbox/contract'
import { toAccount } from '../accounts/users/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Device, ViewAs } from '../accounts/sessions/types.ts'
import type { Actor } from '../accounts/sessions/start.ts'
import type { SecondFactors } from '../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import { serializeProfile } from '../serialize-entities.ts'
import { audit, type Audited } from '../audit.ts'
import { countProfiles, listProfiles } from './repository.ts'
import { Refusal } from '../refusal.ts'

/** The dependencies of the service. */
export interface UserAdminOptions extends DatabaseAndClock {
  readonly accounts: Pick<Accounts, 'find' | 'createUser' | 'updateProfile' | 'syncProfiles'>
  readonly sessions: Pick<Sessions, 'viewAs'>
  readonly secondFactors: Pick<SecondFactors, 'removeLost'>
}

/** Creates the service with which admins manage users. Each change is recorded in its transaction. */
export const createUserAdmin = ({ database, clock, accounts, sessions, secondFactors }: UserAdminOptions) => {
  const note = (entry: Audited) => (queries: Parameters<typeof audit>[0]) => audit(queries, entry, clock.now())

  return {
    list: async ({ page, limit, search, sort }: QueryOf<'admin.profiles'>): Promise<Page<Profile>> => {
      const rows = await listProfiles(database.queries, { search, sort, limit, offset: (page - 1) * limit })
      const items = rows.map((row) => serializeProfile(toAccount(row, clock.now())))
      return { items, page, limit, total: await countProfiles(database.queries, search) }
    },

    create: async (actorId: string, { email, password, plan }: BodyOf<'admin.createUser'>): Promise<Profile> =>
      serializeProfile(
        await accounts.createUser({ email, password, plan }, (queries, { id, email: address }) =>
          note({ actorId, action: 'user.create', targetId: id, detail: { email: address, plan } })(queries),
        ),
      ),

    /** Creates the missing profiles of users, and returns their number. */
    sync: (actorId: string): Promise<number> =>
      accounts.syncProfiles((queries, created) =>
        note({ actorId, action: 'profiles.sync', targetId: null, detail: { created } })(queries),
      ),

    /** Changes a user's rights. Throws `not_found` and `last_admin`. */
    update: async (actorId: string, id: string, wanted: BodyOf<'admin.updateProfile'>): Promise<Profile> => {
      const { status, is_admin } = wanted
      const change = { ...(status && { status }), ...(is_admin !== undefined && { isAdmin: is_admin }) }
      const detail = { ...(status && { status }), ...(is_admin !== undefined && { is_admin }) }
      const noted = note({ actorId, action: 'profile.update', targetId: id, detail })
      return serializeProfile(await accounts.updateProfile(id, change, noted))
    },

    /** Removes all second factors of a user who has lost them. Throws `not_found`. */
    removeFactors: (actorId: string, id: string): Promise<void> =>
      secondFactors.removeLost(id, note({ actorId, action: 'factors.remove', targetId: id, detail: {} })),

    /** Starts a session in which the admin is viewing as a user. Throws `not_found`, and `account_disabled` for a suspended user. */
    viewAs: async (actor: Actor, id: string, device: Device): Promise<ViewAs> => {
      const account = await accounts.find(id)
      if (account === undefined) throw new Refusal('not_found')
      if (account.status === 'disabled') throw new Refusal('account_disabled')
      return sessions.viewAs(
        account,
        actor,
        device,
        note({ actorId: actor.id, action: 'profile.view_as', targetId: id, detail: {} }),
      )
    },
  }
}

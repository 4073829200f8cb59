import type { BodyOf, Page, Profile, QueryOf, AuditEntry, SentNotification, ServiceControl } from '@netbox/contract'
import { toAccount } from '../accounts/users/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Device, ViewAs } from '../accounts/sessions/types.ts'
import type { Actor } from '../accounts/sessions/start.ts'
import type { SecondFactors } from '../accounts/second-factor/second-factors.ts'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import { serializeProfile, serializeSent, serializeService } from '../serialize-entities.ts'
import { audit, type Audited } from '../audit.ts'
import {
  countProfiles,
  listProfiles,
  countAudit,
  findAddress,
  listAudit,
  listNotifications,
  switchService,
} from './repository.ts'
import type { DatabaseAndClock, Reader } from '../database/database.ts'
import { insertRow } from '../database/dialects.ts'
import { listServices } from '../database/shared.ts'
import type { NotificationTable } from '../schema.ts'
import { isoTime, readFutureTime } from '../clock.ts'
import { newId } from '../random.ts'
import { Refusal } from '../refusal.ts'

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

export type UserAdmin = ReturnType<typeof createUserAdmin>

const LATEST = 20

const rowOf = (draft: BodyOf<'admin.notify'>, now: number): NotificationTable => {
  const { title, message, type, is_global, target_user_id, expires_at } = draft
  // A message for one user must not go to all by mistake.
  if (is_global && target_user_id !== null)
    throw new Refusal('validation_failed', {
      errors: [{ msg: 'Must be empty in a notification for everyone.', path: 'target_user_id' }],
    })
  return {
    id: newId(),
    title,
    message,
    type,
    is_global: is_global ? 1 : 0,
    target_user_id,
    expires_at: readFutureTime(expires_at, 'expires_at', now),
    created_at: now,
  }
}

/** Creates the service with which admins manage notifications and services. Each change is recorded in its transaction. */
export const createPlatformAdmin = ({ database, clock }: DatabaseAndClock) => ({
  /** Returns the latest 20 notifications (spec §9). */
  notifications: async (): Promise<SentNotification[]> =>
    (await listNotifications(database.queries, LATEST)).map(serializeSent),

  /** Sends a notification. Throws `validation_failed`, and `not_found` if its recipient does not exist. */
  notify: async (actorId: string, draft: BodyOf<'admin.notify'>): Promise<SentNotification> => {
    const now = clock.now()
    const row = rowOf(draft, now)
    const { id, type, target_user_id: targetId } = row
    const target_email = await database.transaction(async (queries) => {
      const email = targetId === null ? null : await findAddress(queries, targetId)
      if (email === undefined) throw new Refusal('not_found')
      await insertRow(queries, 'notifications', row)
      const detail = { type, is_global: targetId === null, target_user_id: targetId }
      await audit(queries, { actorId, action: 'notification.create', targetId: id, detail }, now)
      return email
    })
    return serializeSent({ ...row, target_email })
  },

  services: async (): Promise<ServiceControl[]> => (await listServices(database.queries)).map(serializeService),

  /** Switches a service on or off. Throws `not_found`. */
  switchService: (actorId: string, id: string, isEnabled: boolean): Promise<ServiceControl> =>
    database.transaction(async (queries) => {
      const now = clock.now()
      const service = await switchService(queries, id, isEnabled, now)
      if (service === undefined) throw new Refusal('not_found')
      const detail = { service: service.service_name, is_enabled: isEnabled }
      await audit(queries, { actorId, action: 'service.update', targetId: id, detail }, now)
      return serializeService(service)
    }),
})

export type PlatformAdmin = ReturnType<typeof createPlatformAdmin>

/** Reads a page of admins' actions, newest first. */
export const readAudit = async (
  queries: Reader,
  { page, limit, search, action }: QueryOf<'admin.audit'>,
): Promise<Page<AuditEntry>> => {
  const rows = await listAudit(queries, { search, action, limit, offset: (page - 1) * limit })
  const items = rows.map(({ detail, created_at, ...row }) => ({
    ...row,
    // The cast is safe: only `audit` writes this column, as an object.
    detail: JSON.parse(detail) as AuditEntry['detail'],
    created_at: isoTime(created_at),
  }))
  return { items, page, limit, total: await countAudit(queries, { search, action }) }
}

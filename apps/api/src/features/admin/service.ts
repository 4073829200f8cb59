import type { BodyOf, SentNotification, ServiceControl } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import type { Database } from '../../db/database.ts'
import { listServices } from '../../db/shared.ts'
import type { NotificationTable } from '../../db/schema.ts'
import { ApiError } from '../../api-error.ts'
import { readFutureTime } from '../../serializers/iso-time.ts'
import { serializeSent, serializeService } from '../../serializers/entities.ts'
import { newId } from '../../random.ts'
import { audit } from './audit.ts'
import { findAddress, insertNotification, listNotifications, switchService } from './repository.ts'

/** The dependencies of the service. */
export interface PlatformAdminOptions {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
}

/** An admin's actions on notifications and services. Each change is recorded in its transaction. */
export interface PlatformAdmin {
  /** Returns the latest 20 (spec §9). */
  notifications(): Promise<SentNotification[]>
  /** Throws `validation_failed`, and `not_found` for a missing recipient. */
  notify(actorId: string, draft: BodyOf<'admin.notify'>): Promise<SentNotification>
  services(): Promise<ServiceControl[]>
  /** Throws `not_found`. */
  switchService(actorId: string, id: string, isEnabled: boolean): Promise<ServiceControl>
}

const LATEST = 20

const rowOf = (draft: BodyOf<'admin.notify'>, now: number): NotificationTable => {
  const { title, message, type, is_global, target_user_id, expires_at } = draft
  // A message for one user must not go to all by mistake.
  if (is_global && target_user_id !== null)
    throw new ApiError('validation_failed', {
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

/** Creates the service of notifications and switches. */
export const createPlatformAdmin = ({ database, clock }: PlatformAdminOptions): PlatformAdmin => ({
  notifications: async () => (await listNotifications(database.queries, LATEST)).map(serializeSent),

  notify: async (actorId, draft) => {
    const now = clock.now()
    const row = rowOf(draft, now)
    const { id, type, target_user_id: targetId } = row
    const target_email = await database.transaction(async (queries) => {
      const email = targetId === null ? null : await findAddress(queries, targetId)
      if (email === undefined) throw new ApiError('not_found')
      await insertNotification(queries, row)
      const detail = { type, is_global: targetId === null, target_user_id: targetId }
      await audit(queries, { actorId, action: 'notification.create', targetId: id, detail }, now)
      return email
    })
    return serializeSent({ ...row, target_email })
  },

  services: async () => (await listServices(database.queries)).map(serializeService),

  switchService: (actorId, id, isEnabled) =>
    database.transaction(async (queries) => {
      const now = clock.now()
      const service = await switchService(queries, id, isEnabled, now)
      if (service === undefined) throw new ApiError('not_found')
      const detail = { service: service.service_name, is_enabled: isEnabled }
      await audit(queries, { actorId, action: 'service.update', targetId: id, detail }, now)
      return serializeService(service)
    }),
})

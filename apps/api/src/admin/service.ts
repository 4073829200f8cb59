import type { AuditEntry, BodyOf, Page, QueryOf, SentNotification, ServiceControl } from '@netbox/contract'
import type { DatabaseAndClock, Queries } from '../database/database.ts'
import { insertRow } from '../database/dialects.ts'
import { listServices } from '../database/shared.ts'
import type { NotificationTable } from '../database/schema.ts'
import { isoTime, readFutureTime } from '../clock.ts'
import { serializeSent, serializeService } from '../serialize-entities.ts'
import { newId } from '../random.ts'
import { audit } from '../audit.ts'
import { countAudit, findAddress, listAudit, listNotifications, switchService } from './repository.ts'
import { Refusal } from '../refusal.ts'

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

/** Reads a page of admins' actions, newest first. */
export const readAudit = async (
  queries: Queries,
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

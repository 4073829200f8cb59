import type { AuditEntry, Page, PageQuery } from '@netbox/contract'
import type { Queries } from '../../db/database.ts'
import { isoTime } from '../../presenters/iso-time.ts'
import { newId } from '../../random.ts'
import { countAudit, insertAudit, listAudit } from './audit-repository.ts'

/** Names what an admin can do. */
export type AuditAction =
  | 'user.create'
  | 'profiles.sync'
  | 'profile.update'
  | 'profile.view_as'
  | 'notification.create'
  | 'service.update'
  | 'keys.rotate'

/** What an admin did. `detail` holds no secrets. */
export interface Audited {
  readonly actorId: string
  readonly action: AuditAction
  readonly targetId: string | null
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** Stands for whoever has the shell of the server. */
export const SHELL = 'shell'

/** Writes down what an admin does, in the transaction that does it. */
export const audit = (queries: Queries, { actorId, action, targetId, detail }: Audited, now: number): Promise<void> =>
  insertAudit(queries, {
    id: newId(),
    actor_id: actorId,
    action,
    target_id: targetId,
    detail: JSON.stringify(detail),
    created_at: now,
  })

/** Reads a page of what admins did, newest first. */
export const readAudit = async (queries: Queries, { page, limit }: PageQuery): Promise<Page<AuditEntry>> => {
  const rows = await listAudit(queries, { limit, offset: (page - 1) * limit })
  const items = rows.map(({ detail, created_at, ...row }) => ({
    ...row,
    // Written by `audit` alone, which writes objects.
    detail: JSON.parse(detail) as AuditEntry['detail'],
    created_at: isoTime(created_at),
  }))
  return { items, page, limit, total: await countAudit(queries) }
}

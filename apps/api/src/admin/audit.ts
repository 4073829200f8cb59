import type { auditActions, AuditEntry, Page, QueryOf } from '@netbox/contract'
import type { Queries } from '../database/database.ts'
import { insertRow } from '../database/dialects.ts'
import { isoTime } from '../clock.ts'
import { newId } from '../random.ts'
import { countAudit, listAudit, listDetails, setDetail } from './repository.ts'

/** The name of a recorded action. */
export type AuditAction = (typeof auditActions)[number]

/** An admin's action. `detail` contains no secrets. */
export interface Audited {
  readonly actorId: string
  readonly action: AuditAction
  readonly targetId: string | null
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** The actor id for operators with a shell on the server. */
export const SHELL = 'shell'

/** Records an admin's action in its transaction. */
export const audit = (queries: Queries, { actorId, action, targetId, detail }: Audited, now: number): Promise<void> =>
  insertRow(queries, 'audit_log', {
    id: newId(),
    actor_id: actorId,
    action,
    target_id: targetId,
    detail: JSON.stringify(detail),
    created_at: now,
  })

const withoutAddress = (detail: string): string =>
  // The cast is safe: only this file writes this column, as an object. JSON omits an undefined value.
  JSON.stringify({ ...(JSON.parse(detail) as object), email: undefined })

/** Records who deletes an account, and removes its address from earlier entries. */
export const auditDeletion = async (
  queries: Queries,
  { actorId, userId }: { readonly actorId: string; readonly userId: string },
  now: number,
): Promise<void> => {
  for (const { id, detail } of await listDetails(queries, userId, 'user.create'))
    await setDetail(queries, id, withoutAddress(detail))
  await audit(queries, { actorId, action: 'account.delete', targetId: userId, detail: {} }, now)
}

/** Reads a page of admins' actions, newest first. */
export const readAudit = async (
  queries: Queries,
  { page, limit, search, action }: QueryOf<'admin.audit'>,
): Promise<Page<AuditEntry>> => {
  const rows = await listAudit(queries, { search, action, limit, offset: (page - 1) * limit })
  const items = rows.map(({ detail, created_at, ...row }) => ({
    ...row,
    // The cast is safe: only this file writes this column, as an object.
    detail: JSON.parse(detail) as AuditEntry['detail'],
    created_at: isoTime(created_at),
  }))
  return { items, page, limit, total: await countAudit(queries, { search, action }) }
}

import type { auditActions } from '@netbox/contract'
import type { Queries } from './database/database.ts'
import { insertRow } from './database/dialects.ts'
import { newId } from './random.ts'

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

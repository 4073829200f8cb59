import { type RowOf, table } from '../database/create-table.ts'

/** An action of an admin, or the deletion of an account. */
export type AuditTable = RowOf<typeof auditLog>
const auditLog = table('audit_log', {
  columns: {
    id: 'id',
    actor_id: 'id',
    action: 'word',
    target_id: 'word?',
    /** JSON without secrets. */
    detail: 'text',
    created_at: 'milliseconds',
  },
  // This table has no foreign key, because the record stays when the user is deleted.
  indexes: [
    ['created_at', 'id'],
    ['actor_id', 'created_at'],
    ['target_id', 'created_at'],
  ],
})

/** The first table of admins' actions. */
export const adminTables = [auditLog] as const

import { table, type TableShape } from '../database/create-table.ts'

/** An action of an admin, or the deletion of an account. */
export interface AuditTable {
  id: string
  actor_id: string
  action: string
  target_id: string | null
  /** JSON without secrets. */
  detail: string
  created_at: number
}

/** The table of admins' actions. */
export interface AdminTables {
  audit_log: AuditTable
}

/** The first table of admins' actions. */
export const adminTables: readonly TableShape[] = [
  table<AuditTable>({
    name: 'audit_log',
    columns: {
      id: 'id',
      actor_id: 'id',
      action: 'word',
      target_id: 'word?',
      detail: 'text',
      created_at: 'milliseconds',
    },
    // This table has no foreign key, because the record stays when the user is deleted.
    primaryKey: ['id'],
    indexes: [
      ['created_at', 'id'],
      ['actor_id', 'created_at'],
      ['target_id', 'created_at'],
    ],
  }),
]

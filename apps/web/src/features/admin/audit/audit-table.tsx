import type { AuditEntry } from '@netbox/contract'
import { ColumnHeads } from '../../../components/ui/column-heads.tsx'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { adminTexts } from '../../../texts/admin.ts'
import { whatOf, whomOf, whoOf } from './audit-words.ts'
import * as usersTable from '../users/users-table.module.css'
import * as tableStyles from '../../../components/ui/table.module.css'
import * as styles from './audit-table.module.css'

const { auditLog: texts } = adminTexts

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly isLoading: boolean
}

/** The recorded actions, a row each. */
export const AuditTable = ({ entries, isLoading }: AuditTableProps) => (
  <table
    className={`${tableStyles.tbl} ${usersTable.admTable} ${styles.admAudit}`}
    aria-label={texts.title}
    aria-busy={isLoading}
  >
    <ColumnHeads names={Object.values(texts.columns)} />
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className={`${tableStyles.m} ${usersTable.m}`}>
            <Timestamp at={entry.created_at} />
          </td>
          <td className={entry.actor_email === null ? '' : 'mono'}>{whoOf(entry)}</td>
          <td>{whatOf(entry)}</td>
          <td className={entry.target_email === null ? '' : 'mono'}>{whomOf(entry)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

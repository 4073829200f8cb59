import type { AuditEntry } from '@netbox/contract'
import { ColumnHeads } from '../../../components/ui/column-heads.tsx'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { adminTexts, type AuditAction, actionTexts } from '../../../texts/admin.ts'
import * as usersTable from '../users/users-table.module.css'
import * as tableStyles from '../../../components/ui/table.module.css'
import * as styles from './audit-table.module.css'

const { auditLog: texts } = adminTexts

/** The name of an operator who uses a shell on the server. */
const SHELL = 'shell'

const isKnown = (action: string): action is AuditAction => Object.hasOwn(actionTexts, action)

/** Describes an action. Actions that only newer versions know appear with their stored names. */
export const whatOf = ({ action, detail }: AuditEntry): string =>
  isKnown(action) ? actionTexts[action](detail) : action

/** Returns the name of the actor. */
export const whoOf = ({ actor_id: id, actor_email: email }: AuditEntry): string =>
  email ?? (id === SHELL ? texts.shell : texts.gone)

// The targets of these actions are not users.
const impersonal: ReadonlySet<string> = new Set(['notification.create', 'service.update', 'profiles.sync'])

/** Returns the affected user; empty if there is none. */
export const whomOf = ({ action, target_id: id, target_email: email, detail }: AuditEntry): string => {
  if (email !== null) return email
  const { email: named } = detail
  if (typeof named === 'string') return named
  return id === null || impersonal.has(action) ? '' : texts.gone
}

interface AuditTableProps {
  readonly entries: readonly AuditEntry[]
  readonly isLoading: boolean
}

/** The recorded actions, one in each row. */
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

import type { Page, Profile } from '@netbox/contract'
import { ColumnHeads } from '../../../components/ui/column-heads.tsx'
import { adminTexts } from '../../../texts/admin.ts'
import type { UserChange } from './user-changes.ts'
import { UserRow } from './user-row.tsx'
import * as adminStyles from '../admin.module.css'
import * as tableStyles from '../../../components/ui/table.module.css'
import * as styles from './users-table.module.css'

const { users: texts } = adminTexts

interface UsersTableProps {
  readonly users: Page<Profile>
  readonly selfId: string
  readonly isLoading: boolean
  readonly onChange: (change: UserChange) => void
  readonly onViewAs: (profile: Profile) => void
}

/** The users of one page. */
export const UsersTable = ({ users, selfId, isLoading, onChange, onViewAs }: UsersTableProps) => {
  if (users.items.length === 0) return <p className={`muted ${adminStyles.admNone}`}>{texts.none}</p>
  return (
    <table className={`${tableStyles.tbl} ${styles.admTable}`} aria-label={texts.listTitle} aria-busy={isLoading}>
      <ColumnHeads names={Object.values(texts.columns)} />
      <tbody>
        {users.items.map((profile) => (
          <UserRow
            key={profile.id}
            profile={profile}
            isSelf={profile.id === selfId}
            onChange={onChange}
            onViewAs={onViewAs}
          />
        ))}
      </tbody>
    </table>
  )
}

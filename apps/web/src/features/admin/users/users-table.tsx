import type { Page, Profile } from '@netbox/contract'
import { ColumnHeads } from '../../../components/ui/column-heads.tsx'
import { adminTexts } from '../../../texts/admin.ts'
import type { UserChange } from './user-changes.ts'
import { UserRow } from './user-row.tsx'
import '../../../styles/tables.css'
import './users-table.css'

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
  if (users.items.length === 0) return <p className="muted adm-none">{texts.none}</p>
  return (
    <table className="tbl adm-table" aria-label={texts.listTitle} aria-busy={isLoading}>
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

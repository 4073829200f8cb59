import type { Profile } from '@netbox/contract'
import { adminNotices } from '@netbox/product'
import { useId, useState } from 'react'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { useData } from '../../../lib/use-data.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure } from '../failed-action.ts'
import * as fieldStyles from '../../../components/ui/field.module.css'
import * as styles from './notifications-tab.module.css'

const { notices: texts } = adminTexts
const MOST = 6

interface UserSearchProps {
  readonly chosen: Profile | undefined
  readonly onChoose: (profile: Profile) => void
  readonly error: string | undefined
}

/** Finds a user by a part of the email. */
export const UserSearch = ({ chosen, onChoose, error }: UserSearchProps) => {
  const id = useId()
  const [typed, type] = useState('')
  const search = useSettled(typed.trim())
  const found = useData(
    search === '' ? undefined : 'admin.profiles',
    { query: { search, limit: MOST } },
    { onFailure: announceFailure(adminNotices.users_not_loaded) },
  )
  const matches = search === '' ? [] : found.value?.data.items
  const others = (matches ?? []).filter((profile) => profile.id !== chosen?.id)
  const shown = chosen === undefined ? others : [chosen, ...others]
  return (
    <div className={styles.admFind}>
      <SearchField
        label={texts.search}
        value={typed}
        onSearch={type}
        // Enter searches for users and does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <PartState of={{ ...found, isLoading: false }} failed={adminNotices.users_not_loaded.message} />
      <p className="sm muted" role="status">
        {search === '' ? texts.typeMore : matches?.length === 0 ? texts.noMatch : ''}
      </p>
      {shown.length === 0 ? null : (
        <fieldset className={styles.admMatches} aria-describedby={error === undefined ? undefined : id}>
          <legend className="vh">{texts.matches}</legend>
          {shown.map((profile) => (
            <label key={profile.id} className={styles.admRadio}>
              <input
                type="radio"
                name="target"
                value={profile.id}
                checked={profile.id === chosen?.id}
                onChange={() => onChoose(profile)}
              />
              <span className="mono">{profile.email}</span>
            </label>
          ))}
        </fieldset>
      )}
      {error === undefined ? null : (
        <p className={fieldStyles.hint} id={id}>
          <Status severity="critical">{error}</Status>
        </p>
      )}
    </div>
  )
}

import type { Profile } from '@netbox/contract'
import { adminTexts } from '../../../texts/admin.ts'
import { UserSearch } from './user-search.tsx'
import * as styles from './notifications-tab.module.css'

const { notices: texts } = adminTexts

interface AudienceProps {
  readonly isForOne: boolean
  readonly onForOne: (isForOne: boolean) => void
  readonly target: Profile | undefined
  readonly onTarget: (profile: Profile) => void
  readonly error: string | undefined
}

/** Chooses the recipients of a notification: everyone, or one user. */
export const Audience = ({ isForOne, onForOne, target, onTarget, error }: AudienceProps) => (
  <fieldset className={styles.admAudience}>
    <legend>{texts.audience}</legend>
    {[false, true].map((one) => (
      <label key={String(one)} className={styles.admRadio}>
        <input
          type="radio"
          name="audience"
          value={one ? 'one' : 'everyone'}
          checked={isForOne === one}
          onChange={() => onForOne(one)}
        />
        {one ? texts.one : texts.everyone}
      </label>
    ))}
    {isForOne ? <UserSearch chosen={target} onChoose={onTarget} error={error} /> : null}
  </fieldset>
)

import type { Profile } from '@netbox/contract'
import { planName } from '@netbox/core'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { showDay } from '../../../lib/show-time.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { factorRemoval, roleChange, statusChange, type UserChange } from './user-changes.ts'
import * as chipStyles from '../../../components/ui/chip.module.css'
import * as table from '../../../components/ui/table.module.css'
import * as textButton from '../../../components/ui/text-button.module.css'
import * as styles from './users-table.module.css'

const { users: texts } = adminTexts

interface UserRowProps {
  readonly profile: Profile
  readonly isSelf: boolean
  readonly onChange: (change: UserChange) => void
  readonly onViewAs: (profile: Profile) => void
}

const Actions = ({ profile, isSelf, onChange, onViewAs }: UserRowProps) => {
  const { email, status, is_admin: isAdmin, second_factor: hasFactor } = profile
  const isActive = status === 'active'
  return (
    <div className={styles.admActs}>
      {isSelf || !isActive ? null : (
        <button
          type="button"
          className={textButton.textbtn}
          aria-label={texts.viewAsWhom(email)}
          onClick={() => onViewAs(profile)}
        >
          {texts.viewAs}
        </button>
      )}
      <button
        type="button"
        className={textButton.textbtn}
        aria-label={isActive ? texts.suspendWhom(email) : texts.activateWhom(email)}
        onClick={() => onChange(statusChange(profile, isSelf))}
      >
        {isActive ? texts.suspend : texts.activate}
      </button>
      <button
        type="button"
        className={textButton.textbtn}
        aria-label={isAdmin ? texts.removeWhom(email) : texts.grantWhom(email)}
        onClick={() => onChange(roleChange(profile, isSelf))}
      >
        {isAdmin ? texts.remove : texts.grant}
      </button>
      {hasFactor ? (
        <button
          type="button"
          className={textButton.textbtn}
          aria-label={texts.removeFactorWhom(email)}
          onClick={() => onChange(factorRemoval(profile))}
        >
          {texts.removeFactor}
        </button>
      ) : null}
    </div>
  )
}

/** A user in the list, with the possible actions. */
export const UserRow = (props: UserRowProps) => {
  const { email, status, is_admin: isAdmin, plan, plan_expires_at: planEnd, created_at: created } = props.profile
  return (
    <tr className={status === 'disabled' ? styles.admOff : ''}>
      <th scope="row" className="mono">
        <span>{email}</span>
        {props.isSelf ? <span className="quiet"> ({texts.you})</span> : null}
      </th>
      <td>
        <Status severity={status === 'active' ? 'pass' : 'critical'}>
          {status === 'active' ? texts.active : texts.disabled}
        </Status>
      </td>
      <td>
        {isAdmin ? (
          <span className={`${chipStyles.chip} ${styles.chip} ${chipStyles.solid}`}>{texts.admin}</span>
        ) : (
          texts.user
        )}
      </td>
      <td>
        {planName(plan)}
        {planEnd === null ? null : (
          <span className={`quiet xs ${styles.admUntil}`}>{texts.until(showDay(planEnd))}</span>
        )}
      </td>
      <td className={`${table.m} ${styles.m}`}>
        <Timestamp at={created} isDay />
      </td>
      <td>
        <Actions {...props} />
      </td>
    </tr>
  )
}

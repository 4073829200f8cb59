import type { AccountSession } from '@netbox/contract'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { showMinute } from '../../../lib/show-time.ts'
import { accountTexts } from '../../../texts/account.ts'
import { deviceName } from './device-name.ts'
import * as chipStyles from '../../../components/ui/chip.module.css'
import * as textButton from '../../../components/ui/text-button.module.css'
import * as accountStyles from '../account.module.css'

const { sessions: texts } = accountTexts

interface SessionRowProps {
  readonly session: AccountSession
  readonly isBusy: boolean
  readonly onEnd: (session: AccountSession) => void
}

/** A device, with a button that signs it out. */
export const SessionRow = ({ session, isBusy, onEnd }: SessionRowProps) => {
  const { user_agent: userAgent, address, created_at: created, last_used_at: lastUsed, current } = session
  const device = deviceName(userAgent)
  return (
    <li className={accountStyles.accRow}>
      <div>
        <p>
          <b title={userAgent}>{device}</b>{' '}
          <span className="sm muted">
            {texts.from} <code>{address}</code>
          </span>
        </p>
        <p className="sm quiet">
          {texts.since} <Timestamp at={created} />, {texts.lastUsed} <Timestamp at={lastUsed} />
        </p>
      </div>
      {current ? (
        <span className={`${chipStyles.chip} ${chipStyles.sig}`}>{texts.current}</span>
      ) : (
        <button
          type="button"
          className={textButton.textbtn}
          aria-disabled={isBusy}
          aria-label={texts.endWhich(device, address, showMinute(created))}
          onClick={() => onEnd(session)}
        >
          {texts.end}
        </button>
      )}
    </li>
  )
}

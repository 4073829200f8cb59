import type { AccountSession } from '@netbox/contract'
import { Moment } from '../../../components/ui/moment.tsx'
import { showMinute } from '../../../lib/show-time.ts'
import { accountTexts } from '../../../texts/account.ts'
import { deviceName } from './device-name.ts'

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
    <li className="acc-row">
      <div>
        <p>
          <b title={userAgent}>{device}</b>{' '}
          <span className="sm muted">
            {texts.from} <code>{address}</code>
          </span>
        </p>
        <p className="sm quiet">
          {texts.since} <Moment at={created} />, {texts.lastUsed} <Moment at={lastUsed} />
        </p>
      </div>
      {current ? (
        <span className="chip sig">{texts.current}</span>
      ) : (
        <button
          type="button"
          className="textbtn"
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

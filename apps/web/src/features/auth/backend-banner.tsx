import { backendBanner } from '@netbox/product'
import { RetryGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { useNow } from '../../lib/use-now.ts'
import { authTexts } from '../../texts/auth.ts'
import { BackendFacts } from './backend-facts.tsx'
import { BackendLine } from './backend-line.tsx'
import { type BackendStatus, faultOf } from './backend-status.ts'
import { checkBackend, useBackendStatus } from './check-backend.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chip from '../../components/ui/chip.module.css'
import * as styles from './auth.module.css'

const { banner } = authTexts
const STEP = 5000

/** Describes a time in the past, in steps of five seconds and then of minutes. */
export const agoText = (milliseconds: number): string => {
  const seconds = Math.floor(Math.max(0, milliseconds) / STEP) * (STEP / 1000)
  if (seconds === 0) return banner.justNow
  return seconds < 60 ? banner.seconds(seconds) : banner.minutes(Math.floor(seconds / 60))
}

const CheckedAgo = ({ at }: { readonly at: number }) => {
  const now = useNow(STEP)
  return <span className="quiet xs">{agoText(now - at)}</span>
}

const Word = ({ kind }: Pick<BackendStatus, 'kind'>) => {
  if (kind === 'connected') return <Status severity="pass">{backendBanner.connected}</Status>
  if (kind === 'disconnected') return <Status severity="critical">{backendBanner.disconnected}</Status>
  return (
    <span className={`${chip.st} non`} data-status>
      <AbsentGlyph />
      {backendBanner.checking}
    </span>
  )
}

/** Shows whether the service responds, and where the connection is broken. */
export const BackendBanner = () => {
  const status = useBackendStatus()
  return (
    <div className={styles.backend} data-backend>
      <div className={styles.backendHead}>
        <div role="status">
          <Word kind={status.kind} />
          {status.kind === 'disconnected' ? <p className={styles.backendFault}>{faultOf(status.probes)}</p> : null}
        </div>
        {status.kind === 'checking' ? null : <CheckedAgo key={status.at} at={status.at} />}
      </div>
      <BackendLine status={status} />
      {status.kind === 'disconnected' ? (
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={checkBackend}>
          <RetryGlyph />
          {backendBanner.retry}
        </button>
      ) : null}
      <BackendFacts status={status} />
    </div>
  )
}

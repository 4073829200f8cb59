import { labels } from '@netbox/core'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { dashboardTexts } from '../../texts/dashboard.ts'

interface UnreadProps {
  readonly error: string | undefined
  readonly onRetry: () => void
}

/** Stands where something is that could not be read from the service. */
export const Unread = ({ error, onRetry }: UnreadProps) => (
  <div className="unread-part" role="alert">
    <Status severity="critical">{dashboardTexts.notLoaded}</Status>
    {error === undefined ? null : <p>{error}</p>}
    <button type="button" className="btn sm" onClick={onRetry}>
      {labels.retry}
    </button>
  </div>
)

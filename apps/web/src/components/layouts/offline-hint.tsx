import { useOffline } from '../../lib/offline.ts'
import { offlineTexts } from '../../texts/offline.ts'
import * as styles from './offline-hint.module.css'

/** Says that there is no network, and what works without one. */
export const OfflineHint = () => (
  <div className={styles.offline} role="status">
    {useOffline() ? (
      <p className="wrap">
        <b>{offlineTexts.title}</b> {offlineTexts.text}
      </p>
    ) : null}
  </div>
)

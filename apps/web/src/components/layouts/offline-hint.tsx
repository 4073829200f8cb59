import { useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session-state.ts'
import { offlineTexts, unansweredTexts } from '../../texts/layout.ts'
import * as styles from './offline-hint.module.css'

const subscribe = (listener: () => void): (() => void) => {
  for (const type of ['online', 'offline']) addEventListener(type, listener)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, listener)
  }
}

/** Subscribes to whether the browser is offline. Prerendered pages count as online. */
const useOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )

/** Says that the browser is offline, or that the service does not respond, and which features still work. */
export const OfflineHint = () => {
  const isOffline = useOffline()
  const { isUnanswered = false } = useSession()
  const said = isOffline ? offlineTexts : isUnanswered ? unansweredTexts : undefined
  return (
    <div className={styles.offline} role="status">
      {said === undefined ? null : (
        <p className="wrap">
          <b>{said.title}</b> {said.text}
        </p>
      )}
    </div>
  )
}

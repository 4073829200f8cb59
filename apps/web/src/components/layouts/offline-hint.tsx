import { offlineTexts } from '../../texts/layout.ts'
import * as styles from './offline-hint.module.css'
import { useSyncExternalStore } from 'react'

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

/** Says that the browser is offline, and which features still work. */
export const OfflineHint = () => (
  <div className={styles.offline} role="status">
    {useOffline() ? (
      <p className="wrap">
        <b>{offlineTexts.title}</b> {offlineTexts.text}
      </p>
    ) : null}
  </div>
)

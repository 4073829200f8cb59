import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  for (const type of ['online', 'offline']) addEventListener(type, listener)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, listener)
  }
}

/** Follows whether the browser is offline. A prerendered page is online. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )

import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'
import { type BackendStatus, judge } from './backend-status.ts'
import { probeBackend } from './probe-backend.ts'

const backend = createStore<BackendStatus>({ kind: 'checking' })
let tries = 0

/** Checks again whether the service responds. Of two concurrent checks, the later one counts. */
export const checkBackend = (): void => {
  tries += 1
  const own = tries
  let at: number | undefined
  backend.set({ kind: 'checking' })
  probeBackend(({ relative, direct }) => {
    if (own !== tries || relative === undefined) return
    at ??= Date.now()
    backend.set(judge({ relative, ...(direct && { direct }) }, at))
  })
}

/** Returns whether the service responds: checked when the page is hydrated, and when the browser is online again. */
export const useBackendStatus = (): BackendStatus => {
  useEffect(() => {
    checkBackend()
    addEventListener('online', checkBackend)
    return () => removeEventListener('online', checkBackend)
  }, [])
  return backend.use()
}

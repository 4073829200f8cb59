import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'
import { type BackendStatus, judge } from './backend-status.ts'
import { probeBackend } from './probe-backend.ts'

const backend = createStore<BackendStatus>({ kind: 'checking' })
let tries = 0

/** Asks again whether the service answers. Of two that are on their way, the later one counts. */
export const checkBackend = async (): Promise<void> => {
  tries += 1
  const own = tries
  backend.set({ kind: 'checking' })
  const probes = await probeBackend()
  if (own === tries) backend.set(judge(probes, Date.now()))
}

/** Follows whether the service answers: asked when the page comes alive, and when the browser is online again. */
export const useBackendStatus = (): BackendStatus => {
  useEffect(() => {
    const check = () => void checkBackend()
    check()
    addEventListener('online', check)
    return () => removeEventListener('online', check)
  }, [])
  return backend.use()
}

import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'
import { type BackendStatus, judge } from './backend-status.ts'
import { probeBackend } from './probe-backend.ts'

const backend = createStore<BackendStatus>({ kind: 'checking' })
let tries = 0

/** Asks again whether the service answers. Of two that are on their way, the later one counts. */
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

/** Follows whether the service answers: asked when the page is hydrated, and when the browser is online again. */
export const useBackendStatus = (): BackendStatus => {
  useEffect(() => {
    checkBackend()
    addEventListener('online', checkBackend)
    return () => removeEventListener('online', checkBackend)
  }, [])
  return backend.use()
}

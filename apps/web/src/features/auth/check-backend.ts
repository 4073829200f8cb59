import { useEffect } from 'react'
import { createStore } from '../../lib/store.ts'
import { type BackendStatus, judge, directUrl, type Probe, type Probes, RELATIVE_URL } from './backend-status.ts'

const SILENT: Probes = { relative: { kind: 'silent' }, direct: { kind: 'silent' } }

/**
 * Probes both paths to the service at once, and reports the state whenever one of them has responded or timed out. In a worker, the
 * expected 401 is not logged as an error.
 */
const probeBackend = (onProbes: (probes: Partial<Probes>) => void): void => {
  const worker = new Worker(new URL('./probe.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data: [relative, direct] }: MessageEvent<readonly (Probe | undefined)[]>) => {
    onProbes({ ...(relative && { relative }), ...(direct && { direct }) })
    if (relative && direct) worker.terminate()
  })
  // If the worker's file can't be loaded, the service doesn't respond either.
  worker.addEventListener('error', () => onProbes(SILENT))
  worker.postMessage([new URL(RELATIVE_URL, location.origin).href, directUrl(location)], [])
}

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

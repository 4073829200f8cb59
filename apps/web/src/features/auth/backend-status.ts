import { backendBanner } from '@netbox/product'
import { useEffect } from 'react'
import { createStore } from '../../lib/page/store.ts'

/** The outcome of a probe of the service. */
export type Probe =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly milliseconds: number }
  | { readonly kind: 'silent' }

/** The probes of both paths to the service: through the proxy, and directly. */
export interface Probes {
  readonly relative: Probe
  /** Absent until its result is known. The state of the service does not depend on this probe. */
  readonly direct?: Probe
}

/** The state of the banner. Source: spec §3, §4. */
export type BackendStatus =
  | { readonly kind: 'checking' }
  | {
      readonly kind: 'connected' | 'disconnected'
      readonly probes: Probes
      /** The time of the result, in epoch milliseconds. */
      readonly at: number
    }

/**
 * Returns whether a response shows that the service is running: the service sends 200 if the user is signed in, otherwise 401. Source: spec
 * §7.
 */
export const isReachable = (probe: Probe | undefined): boolean =>
  probe?.kind === 'answered' && (probe.status === 401 || probe.status === 200)

/** Evaluates the responses. The site uses the relative path; the direct one shows where the connection is broken. */
export const judge = (probes: Probes, at: number): BackendStatus => ({
  kind: isReachable(probes.relative) ? 'connected' : 'disconnected',
  probes,
  at,
})

/** Returns the error in the spec's words (§8). */
export const faultOf = ({ relative }: Probes): string | undefined => {
  if (isReachable(relative)) return undefined
  return relative.kind === 'silent'
    ? backendBanner.cannotConnect
    : backendBanner.httpStatus(relative.status, relative.text)
}

const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the port of the service: 5000, or on this machine the port of the page, which the service itself serves. Source: spec §7. */
export const directPort = (
  { hostname, port }: Pick<Location, 'hostname' | 'port'>,
  isBuilt = import.meta.env.PROD,
): string => (isBuilt && port !== '' && OWN_NAMES.has(hostname) ? port : '5000')

/** Returns the direct address of the service on the same host, which bypasses the proxy. */
export const directUrl = (at: Pick<Location, 'protocol' | 'hostname' | 'port'>, isBuilt?: boolean): string =>
  `${at.protocol}//${at.hostname}:${directPort(at, isBuilt)}/api/auth/verify`

/** The address of the service that every page uses. Source: spec §7. */
export const RELATIVE_URL = '/api/auth/verify'

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

/** Checks again whether the service responds. Of two concurrent checks, the later one counts. */
export const checkBackend = (): void => {
  let own: BackendStatus = { kind: 'checking' }
  let at: number | undefined
  backend.set(own)
  probeBackend(({ relative, direct }) => {
    if (backend.get() !== own || relative === undefined) return
    at ??= Date.now()
    own = judge({ relative, ...(direct && { direct }) }, at)
    backend.set(own)
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

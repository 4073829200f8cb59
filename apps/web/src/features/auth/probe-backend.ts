import { directUrl, type Probe, type Probes, RELATIVE_URL } from './backend-status.ts'

const SILENT: Probes = { relative: { kind: 'silent' }, direct: { kind: 'silent' } }

/**
 * Probes both paths to the service at once, and reports the state whenever one of them has responded or timed out. In a worker, the
 * expected 401 is not logged as an error.
 */
export const probeBackend = (onProbes: (probes: Partial<Probes>) => void): void => {
  const worker = new Worker(new URL('./probe.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data: [relative, direct] }: MessageEvent<readonly (Probe | undefined)[]>) => {
    onProbes({ ...(relative && { relative }), ...(direct && { direct }) })
    if (relative && direct) worker.terminate()
  })
  // The worker's file could not be loaded, so the service does not respond.
  worker.addEventListener('error', () => onProbes(SILENT))
  worker.postMessage([new URL(RELATIVE_URL, location.origin).href, directUrl(location)], [])
}

import { directUrl, type Probe, type Probes, RELATIVE_URL } from './backend-status.ts'

const SILENT: Probes = { relative: { kind: 'silent' }, direct: { kind: 'silent' } }

/**
 * Asks both ways to the service at once, and reports the state whenever one of them has answered or timed out. A worker does it:
 * there the expected 401 is no error in the browser's console.
 */
export const probeBackend = (onProbes: (probes: Partial<Probes>) => void): void => {
  const worker = new Worker(new URL('./probe.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data: [relative, direct] }: MessageEvent<readonly (Probe | undefined)[]>) => {
    onProbes({ ...(relative && { relative }), ...(direct && { direct }) })
    if (relative && direct) worker.terminate()
  })
  // Its own file could not be loaded, so the service does not answer.
  worker.addEventListener('error', () => onProbes(SILENT))
  worker.postMessage([new URL(RELATIVE_URL, location.origin).href, directUrl(location)], [])
}

import { directUrl, type Probe, type Probes, RELATIVE_URL } from './backend-status.ts'

const silent: Probe = { kind: 'silent' }

/**
 * Asks both ways to the service at once. A worker does it: there the refusal that is expected of a visitor's question is no
 * error in the browser's console.
 */
export const probeBackend = async (): Promise<Probes> => {
  const worker = new Worker(new URL('./probe.worker.ts', import.meta.url), { type: 'module' })
  const answers = new Promise<readonly Probe[]>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<readonly Probe[]>) => resolve(data))
    // Its own file could not be fetched: nobody answers.
    worker.addEventListener('error', () => resolve([]))
  })
  worker.postMessage([new URL(RELATIVE_URL, location.origin).href, directUrl(location)], [])
  const [relative = silent, direct = silent] = await answers
  worker.terminate()
  return { relative, direct }
}

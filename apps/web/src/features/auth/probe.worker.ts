import type { Probe } from './backend-status.ts'

const PATIENCE = 8000

/** Asks an address whether anybody answers. */
const probe = async (url: string): Promise<Probe> => {
  const begun = performance.now()
  try {
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })
    const milliseconds = Math.round(performance.now() - begun)
    return { kind: 'answered', status: response.status, text: response.statusText, milliseconds }
  } catch {
    return { kind: 'silent' }
  }
}

addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
  void Promise.all(data.map(probe)).then((probes) => postMessage(probes))
})

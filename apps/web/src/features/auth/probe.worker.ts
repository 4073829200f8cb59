import type { Probe } from './backend-status.ts'

const TIMEOUT = 8000

/** Probes an address. */
const probe = async (url: string): Promise<Probe> => {
  const begun = performance.now()
  try {
    const response = await fetch(url, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT) })
    const milliseconds = Math.round(performance.now() - begun)
    return { kind: 'answered', status: response.status, text: response.statusText, milliseconds }
  } catch {
    return { kind: 'silent' }
  }
}

addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
  // The results are sent after each response, so that the page doesn't wait for the slower one.
  const probes: (Probe | undefined)[] = data.map(() => undefined)
  const ask = async (url: string, index: number): Promise<void> => {
    probes[index] = await probe(url)
    postMessage(probes)
  }
  for (const [index, url] of data.entries()) void ask(url, index)
})

import { version } from '../version.ts'
import { redirected } from '../texts/account-messages.ts'

const isStream = (init: RequestInit | undefined): boolean => {
  const accept = new Headers(init?.headers).get('accept') ?? ''
  return accept.includes('ndjson') || accept.includes('event-stream')
}

/**
 * Creates a `fetch` for a service. Requests have a time limit (for a stream, only until it starts) and the command's user agent. They don't
 * follow redirects, because they may contain a token.
 */
export const serviceFetch =
  (apiUrl: string, timeout: number): typeof globalThis.fetch =>
  async (input, init) => {
    const limit = new AbortController()
    const late = setTimeout(() => limit.abort(new DOMException('It did not answer in time.', 'TimeoutError')), timeout)
    const signals = [limit.signal, ...(init?.signal == null ? [] : [init.signal])]
    const headers = new Headers(init?.headers)
    headers.set('User-Agent', `netbox/${version} (${process.platform})`)
    try {
      const response = await fetch(input, { ...init, headers, redirect: 'manual', signal: AbortSignal.any(signals) })
      const target = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && target !== null)
        throw redirected(apiUrl, new URL(target, apiUrl).origin)
      return response
    } finally {
      // A response that isn't a stream must arrive completely within the time limit.
      if (isStream(init)) clearTimeout(late)
      else late.unref()
    }
  }

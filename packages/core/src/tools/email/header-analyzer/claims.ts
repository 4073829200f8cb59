import { type HeaderBlock, valuesOf } from './input.ts'

/** The results that a server states in an Authentication-Results field (RFC 8601). */
export interface Claims {
  /** The server's own name for itself. */
  readonly server: string
  /** Results by method: `spf`, `dkim`, `dmarc`. */
  readonly results: ReadonlyMap<string, string>
}

const METHOD = /^\s*(spf|dkim|dmarc)\s*=\s*([a-z]+)/i

/** Reads the first Authentication-Results field with a result for SPF, DKIM or DMARC. */
export const claimsOf = (block: HeaderBlock): Claims | undefined => {
  for (const value of valuesOf(block, 'authentication-results')) {
    const [server = '', ...parts] = value.replaceAll(/\([^()]*\)/g, ' ').split(';')
    // Exchange Online omits the server and begins with the first result.
    const isNameless = METHOD.test(server)
    const results = new Map<string, string>()
    for (const part of isNameless ? [server, ...parts] : parts) {
      const [, method, result] = METHOD.exec(part) ?? []
      if (method === undefined || result === undefined || results.has(method.toLowerCase())) continue
      results.set(method.toLowerCase(), result.toLowerCase())
    }
    const [, name = 'An unnamed server'] = (isNameless ? null : /^\s*([\w.-]{1,255})/.exec(server)) ?? []
    if (results.size > 0) return { server: name, results }
  }
  return undefined
}

const ENVELOPE_SENDER = /(?:envelope-from|smtp\.mailfrom)\s*=\s*("[^"]*"|<[^>]*>|[^\s;]+)/i

/** Returns the envelope sender from the SPF and authentication fields; the most reliable field comes first. */
export const claimedSender = (block: HeaderBlock): string | undefined => {
  for (const field of ['received-spf', 'authentication-results']) {
    const [value] = valuesOf(block, field)
    const sender = value === undefined ? undefined : ENVELOPE_SENDER.exec(value)?.[1]
    if (sender !== undefined) return sender
  }
  return undefined
}

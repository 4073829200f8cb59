import { readAuthenticationResults } from '../../../protocols/authentication-results.ts'
import { type HeaderBlock, valuesOf } from './input.ts'

/** The results that a server reports in an Authentication-Results field (RFC 8601). */
export interface Claims {
  /** The server's own name for itself. */
  readonly server: string
  /** The results for `spf`, `dkim` and `dmarc`, in the order of the field. A method has several for several signatures. */
  readonly results: readonly { readonly method: string; readonly result: string }[]
}

const METHODS: ReadonlySet<string> = new Set(['spf', 'dkim', 'dmarc'])

/** Reads the first Authentication-Results field with a result for SPF, DKIM or DMARC. */
export const claimsOf = (block: HeaderBlock): Claims | undefined => {
  for (const value of valuesOf(block, 'authentication-results')) {
    const { server = 'An unnamed server', results } = readAuthenticationResults(value)
    const found = results.filter(({ method }) => METHODS.has(method))
    if (found.length > 0)
      return { server: server.slice(0, LONGEST_NAME), results: found.map(({ method, result }) => ({ method, result })) }
  }
  return undefined
}

const LONGEST_NAME = 255
const ENVELOPE_SENDER = /envelope-from\s*=\s*("[^"]*"|<[^>]*>|[^\s;]+)/i

/** Returns the envelope sender from the SPF and authentication fields; the most reliable field comes first. */
export const claimedSender = (block: HeaderBlock): string | undefined => {
  const [received = ''] = valuesOf(block, 'received-spf')
  const [field = ''] = valuesOf(block, 'authentication-results')
  return (
    ENVELOPE_SENDER.exec(received)?.[1] ??
    readAuthenticationResults(field)
      .results.map(({ properties }) => properties.get('smtp.mailfrom'))
      .find((sender) => sender !== undefined)
  )
}

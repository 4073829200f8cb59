import type { Input } from '../../inputs/input.ts'
import { type Endpoint, endpointInput } from '../../inputs/inputs.ts'
import { isAddress } from '../../foundation/addresses.ts'

const IMAPS = 993

const endpoint = endpointInput('IMAP Details', IMAPS)

// Matches email addresses but not URLs: a URL may also contain an at sign, but it already states its host.
const EMAIL_SHAPE = /^[^\s@:/[\]]+@[^\s@/]+$/

/**
 * An input that accepts `host[:port]`; the default port is 993 (spec §9). An email address means the `imap.` host of its domain, the usual
 * name at most providers.
 */
export const imapInput: Input<Endpoint> = {
  type: endpoint.type,
  parse: (text) => {
    const parsed = endpoint.parse(text)
    if (parsed === undefined || !EMAIL_SHAPE.test(text)) return parsed
    // `ana@198.51.100.25` is not a mailbox, and an IP address can't have an `imap.` label.
    return isAddress(parsed.value.host) ? undefined : endpoint.parse(`imap.${parsed.canonical}`)
  },
}

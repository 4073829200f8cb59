import type { Input } from '../../inputs/input.ts'
import { type Endpoint, endpointInput } from '../../inputs/inputs.ts'
import { isAddress } from '../../world/addresses.ts'

const IMAPS = 993

const endpoint = endpointInput('IMAP Details', IMAPS)

// A URL may hold an at sign too, and names its host itself.
const EMAIL_SHAPE = /^[^\s@:/[\]]+@[^\s@/]+$/

/**
 * `host[:port]`, port 993 if there is none (spec §9). An email address stands for the `imap.` host of its domain, which
 * is where most providers put it.
 */
export const imapInput: Input<Endpoint> = {
  type: endpoint.type,
  parse: (text) => {
    const parsed = endpoint.parse(text)
    if (parsed === undefined || !EMAIL_SHAPE.test(text)) return parsed
    // `ana@198.51.100.25` is no mailbox, and there is no imap. in front of an address.
    return isAddress(parsed.value.host) ? undefined : endpoint.parse(`imap.${parsed.canonical}`)
  },
}

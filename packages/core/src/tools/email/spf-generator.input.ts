import { parseDomain } from '../../inputs/host.ts'
import { type Input, domainInput } from '../../inputs/inputs.ts'
import { groupsOf, isV6, numberOfV4, parseAddress, parseV6, writeV4 } from '../../foundation/addresses.ts'

/** One sender of a domain; the kind is the SPF mechanism (RFC 7208, section 5). */
export interface Sender {
  readonly kind: 'mx' | 'a' | 'ip4' | 'ip6' | 'include'
  /** An address block, a host name, or empty for `mx` and `a`. */
  readonly value: string
}

/** The senders of a domain, and the rule for all others. */
export interface SenderList {
  readonly domain: string
  readonly senders: readonly Sender[]
  readonly all: '-all' | '~all' | undefined
}

// The maximum number of words: a record with more would not fit into a response of 512 octets (RFC 7208, section 3.4).
const MOST_WORDS = 64

// Clears the bits after the prefix in one group.
const masked = (group: number, bits: number): number =>
  bits >= 16 ? group : bits <= 0 ? 0 : (group >> (16 - bits)) << (16 - bits)

/** Returns the first address of the network that contains an address: `203.0.113.25`, 24 → `203.0.113.0`. */
export const networkOf = (address: string, bits: number): string => {
  if (!isV6(address)) {
    const number = numberOfV4(address)
    // JavaScript takes shift counts modulo 32, so a shift by 32 would do nothing.
    return writeV4(bits === 0 ? 0 : number & (-1 << (32 - bits)))
  }
  const groups = groupsOf(address).map((group, index) => masked(group, bits - index * 16).toString(16))
  return parseV6(groups.join(':')) ?? address
}

const parseBlock = (word: string): Sender | undefined => {
  const slash = word.indexOf('/')
  const address = parseAddress(slash < 0 ? word : word.slice(0, slash))
  if (address === undefined) return undefined
  const kind = isV6(address) ? 'ip6' : 'ip4'
  if (slash < 0) return { kind, value: address }
  const size = kind === 'ip6' ? 128 : 32
  const digits = word.slice(slash + 1)
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(digits) ? Number(digits) : 999
  if (bits > size) return undefined
  return { kind, value: bits === size ? address : `${networkOf(address, bits)}/${bits}` }
}

const parseSender = (text: string): Sender | undefined => {
  const word = text.startsWith('+') ? text.slice(1) : text
  if (word === 'mx' || word === 'a') return { kind: word, value: '' }
  const prefix = /^(ip4|ip6|include):/.exec(word)?.[1]
  const value = prefix === undefined ? word : word.slice(prefix.length + 1)
  const block = prefix === 'include' ? undefined : parseBlock(value)
  if (block !== undefined) return prefix === undefined || prefix === block.kind ? block : undefined
  const host = prefix === undefined || prefix === 'include' ? parseDomain(value) : undefined
  return host === undefined ? undefined : { kind: 'include', value: host }
}

const wordOf = ({ kind, value }: Sender): string =>
  kind === 'include' ? `include:${value}` : value === '' ? kind : value

const parseWords = (domain: string, words: readonly string[]): SenderList | undefined => {
  const senders = new Map<string, Sender>()
  let all: SenderList['all']
  for (const word of words) {
    if (word === '-all' || word === '~all') {
      if (all !== undefined && all !== word) return undefined
      all = word
    } else {
      const sender = parseSender(word)
      // The evaluation of a record that includes itself would never end (RFC 7208, section 5.2).
      if (sender === undefined || sender.value === domain) return undefined
      senders.set(wordOf(sender), sender)
    }
  }
  return { domain, senders: [...senders.values()], all }
}

/**
 * A domain, then its senders in any order: `mx`, `a`, addresses and blocks, `include:host` or only a host name, and `-all` or `~all`.
 * Commas count as spaces; other text is refused.
 */
export const senderInput: Input<SenderList> = {
  type: 'Domain Details',
  parse: (text) => {
    const [first = '', ...words] = text
      .trim()
      .toLowerCase()
      .split(/[\s,]+/, MOST_WORDS + 2)
    const domain = domainInput.parse(first)?.value
    if (domain === undefined || words.length > MOST_WORDS) return undefined
    // A trailing comma leaves an empty word.
    if (words[words.length - 1] === '') words.pop()
    const value = parseWords(domain, words)
    if (value === undefined) return undefined
    const tail = value.all === undefined ? [] : [value.all]
    return { value, canonical: [domain, ...value.senders.map(wordOf), ...tail].join(' ') }
  },
}

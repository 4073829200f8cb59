import { BlockList, isIP } from 'node:net'

/** The SPF result for an address: `unknown` if it needs more lookups than this check makes. */
export type SpfAnswer = 'allows' | 'refuses' | 'unknown'

/** The records that an SPF record may refer to. */
export interface SpfLookUps {
  addresses(host: string): Promise<readonly string[]>
  exchanges(domain: string): Promise<readonly string[]>
}

const inNetwork = (network: string, address: string): boolean => {
  const [base = '', length] = network.split('/')
  const [kind, own] = [isIP(base), isIP(address)]
  if (kind === 0 || kind !== own) return false
  const bits = length === undefined ? (kind === 4 ? 32 : 128) : Number(length)
  if (!Number.isInteger(bits) || bits < 0 || bits > (kind === 4 ? 32 : 128)) return false
  const family = kind === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(base, bits, family)
  return list.check(address, family)
}

const answers = { '+': 'allows', '-': 'refuses', '~': 'refuses', '?': 'refuses' } as const

const isSign = (text: string): text is keyof typeof answers => Object.hasOwn(answers, text)

/** A term: its qualifier, name and value, then the prefix length for IPv4 and, after two slashes, for IPv6. */
const TERM = /^([+~?-])?([a-z][\w.-]*)(?:[:=]([^\s/]*))?(\/\d+)?(?:\/(\/\d+))?$/i

/**
 * Evaluates an SPF record from left to right (RFC 7208, section 4.6), as far as possible: networks, and hosts by name. It does not
 * follow includes or redirects.
 */
export const askSpf = async (
  record: string,
  { domain, address }: { readonly domain: string; readonly address: string },
  lookUps: SpfLookUps,
): Promise<SpfAnswer> => {
  const isAt = async (hosts: readonly string[], bits: string): Promise<boolean> =>
    (await Promise.all(hosts.map((host) => lookUps.addresses(host))))
      .flat()
      .some((at) => inNetwork(`${at}${bits}`, address))
  let leadsOn = false
  for (const term of record.trim().split(/\s+/).slice(1)) {
    const [, sign = '+', name = '', value, length = '', longLength = ''] = TERM.exec(term) ?? []
    const kind = name.toLowerCase()
    // `exp` only sets the text for refused senders.
    if (kind === 'exp') continue
    // At any position, `redirect` applies only if no other term matches (section 6.1).
    if (kind === 'redirect') {
      leadsOn = true
      continue
    }
    if (!isSign(sign) || ['', 'include', 'exists', 'ptr'].includes(kind) || term.includes('%')) return 'unknown'
    const answer = answers[sign]
    const bits = isIP(address) === 6 ? longLength : length
    if (kind === 'all') return answer
    if ((kind === 'ip4' || kind === 'ip6') && inNetwork(`${value}${length}`, address)) return answer
    if (kind === 'a' && (await isAt([value ?? domain], bits))) return answer
    if (kind === 'mx' && (await isAt(await lookUps.exchanges(value ?? domain), bits))) return answer
  }
  return leadsOn ? 'unknown' : 'refuses'
}

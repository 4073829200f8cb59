import type { Connector, Resolver } from '@netbox/email-verifier'
import { BlockList, isIP } from 'node:net'

/** The SPF result for an address: `unknown` if it needs more lookups than this check makes. */
type SpfAnswer = 'allows' | 'refuses' | 'unknown'

/** The records that an SPF record may refer to. */
interface SpfLookUps {
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

/** The result of one check. A failure needs an action; a note does not. */
export interface Finding {
  readonly kind: 'ok' | 'note' | 'fail'
  readonly text: string
}

export const ok = (text: string): Finding => ({ kind: 'ok', text })
export const note = (text: string): Finding => ({ kind: 'note', text })
export const fail = (text: string): Finding => ({ kind: 'fail', text })

/** The mode of email verification, with its settings. */
export type VerifierSettings =
  | { readonly mode: 'smtp'; readonly helo: string; readonly mailFrom: string; readonly port: number }
  | { readonly mode: 'simulated' | 'off' }

/** The network lookups. */
export interface Network {
  readonly resolver: Resolver
  readonly connector: Connector
  /** Returns the names that an address resolves to. */
  pointers(address: string): Promise<readonly string[]>
  /** Returns the TXT records of a name. */
  texts(name: string): Promise<readonly string[]>
}

type Asking = Extract<VerifierSettings, { mode: 'smtp' }>

/** A domain whose mail servers are always up: the check connects to one, reads the greeting, and quits. */
const KNOWN_DOMAIN = 'gmail.com'
const CONNECTION_TIMEOUT = 15_000

const sameName = (one: string, other: string): boolean =>
  one.replace(/\.$/, '').toLowerCase() === other.replace(/\.$/, '').toLowerCase()

const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

const lookAtAddress = async (helo: string, address: string, network: Network): Promise<Finding> => {
  const names = await network.pointers(address)
  return names.some((name) => sameName(name, helo))
    ? ok(`VERIFIER_HELO ${helo} resolves to ${address}, which resolves back to it.`)
    : fail(
        `VERIFIER_HELO ${helo} resolves to ${address}, which resolves back to ${listed(names)}. Set its PTR record to ${helo}.`,
      )
}

const lookAtName = async ({ helo }: Asking, network: Network): Promise<Finding[]> => {
  const { records } = await network.resolver.addresses(helo)
  if (records.length === 0)
    return [fail(`VERIFIER_HELO ${helo} does not resolve. Add a DNS record with this machine's address.`)]
  return Promise.all(records.map((address) => lookAtAddress(helo, address, network)))
}

const greetingOf = async (host: string, address: string, { port }: Asking, { connector }: Network): Promise<string> => {
  const signal = AbortSignal.timeout(CONNECTION_TIMEOUT)
  const connection = await connector.connect({ address, port, signal })
  signal.addEventListener('abort', () => connection.close())
  try {
    let greeting = ''
    for await (const bytes of connection.read()) {
      greeting += Buffer.from(bytes).toString('latin1')
      if (greeting.includes('\n') || greeting.length > 512) break
    }
    await connection.write('QUIT\r\n').catch(() => undefined)
    return greeting.split(/\r?\n/, 1)[0] ?? host
  } finally {
    connection.close()
  }
}

const lookAtPort = async (asking: Asking, network: Network): Promise<Finding[]> => {
  const { records: exchanges } = await network.resolver.exchanges(KNOWN_DOMAIN)
  const [first] = exchanges.toSorted((one, other) => one.preference - other.preference)
  const addresses = first === undefined ? [] : (await network.resolver.addresses(first.host)).records
  const [address] = addresses.toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
  if (first === undefined || address === undefined)
    return [fail(`The mail servers of ${KNOWN_DOMAIN} are not found. Check the nameservers (VERIFIER_DNS).`)]
  const named = `port ${asking.port} of ${first.host}`
  const greeting = await greetingOf(first.host, address, asking, network).catch(() => undefined)
  if (greeting === undefined)
    return [
      fail(
        `No mail server answers on ${named}. Many hosters block this port: ask yours to open it for outgoing connections.`,
      ),
    ]
  if (!greeting.startsWith('220')) {
    const said = greeting.replace(/[^ -~]+/g, ' ').slice(0, 200)
    return [fail(`${first.host} refuses this machine: ${said}`)]
  }
  return [ok(`A mail server answers on ${named}: mail servers can be reached.`)]
}

const lookAtSender = async ({ helo, mailFrom }: Asking, network: Network): Promise<Finding[]> => {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const records = (await network.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  if (record === undefined)
    return [fail(`${domain}, the domain of VERIFIER_MAIL_FROM, has no SPF record. Add one that allows this machine.`)]
  if (records.length > 1)
    return [fail(`${domain}, the domain of VERIFIER_MAIL_FROM, has ${records.length} SPF records. One is allowed.`)]
  const { resolver } = network
  const lookUps = {
    addresses: async (host: string) => (await resolver.addresses(host)).records,
    exchanges: async (name: string) => (await resolver.exchanges(name)).records.map(({ host }) => host),
  }
  const own = await lookUps.addresses(helo)
  return Promise.all(
    own.map(async (address) => {
      const answer = await askSpf(record, { domain, address }, lookUps)
      if (answer === 'allows') return ok(`The SPF record of ${domain} allows ${address}.`)
      if (answer === 'refuses') return fail(`The SPF record of ${domain} does not allow ${address}. Add it: ${record}`)
      return note(
        `The SPF record of ${domain} has parts that this check does not evaluate. Check that it allows ${address}: ${record}`,
      )
    }),
  )
}

const NOT_ASKED = {
  off: 'Email verification is off.',
  simulated: 'Email verification is simulated. To contact real mail servers, set VERIFIER_HELO and VERIFIER_MAIL_FROM.',
} as const

/** The checks. Each has the name that the message about failing nameservers uses. */
const looks: readonly (readonly [string, (asking: Asking, network: Network) => Promise<Finding[]>])[] = [
  ['The name of VERIFIER_HELO', lookAtName],
  ['The connection to mail servers', lookAtPort],
  ['The SPF record of the domain of VERIFIER_MAIL_FROM', lookAtSender],
]

/**
 * Makes the checks that mail servers make of a sender: this machine's name and address in both directions, and the SPF record of the
 * sender's domain. Also checks port 25. Uses the network only if the verifier contacts real mail servers: for lookups, and for one
 * connection to a known mail server.
 */
export const examineVerifier = async (settings: VerifierSettings, network: Network): Promise<Finding[]> => {
  if (settings.mode !== 'smtp') return [note(NOT_ASKED[settings.mode])]
  const findings: Finding[] = []
  for (const [what, look] of looks)
    findings.push(
      ...(await look(settings, network).catch(() => [
        fail(`${what} could not be checked: the nameservers don't answer (VERIFIER_DNS).`),
      ])),
    )
  return findings
}

import { evaluateSpf, type MailDns, type SpfClient, type SpfVerdict } from '@netbox/core/dns'
import type { Connector, Resolver } from '@netbox/email-verifier'

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

type SmtpSettings = Extract<VerifierSettings, { mode: 'smtp' }>

/** A domain whose mail servers are always up: the check connects to one, reads the greeting, and quits. */
const KNOWN_DOMAIN = 'gmail.com'
const CONNECTION_TIMEOUT = 15_000

/** Returns a name in lower case and without a dot at its end. */
const plain = (name: string): string => name.replace(/\.$/, '').toLowerCase()

const listed = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

const lookAtAddress = async (helo: string, address: string, network: Network): Promise<Finding> => {
  const names = await network.pointers(address)
  return names.some((name) => plain(name) === plain(helo))
    ? ok(`VERIFIER_HELO ${helo} resolves to ${address}, which resolves back to it.`)
    : fail(
        `VERIFIER_HELO ${helo} resolves to ${address}, which resolves back to ${listed(names)}. Set its PTR record to ${helo}.`,
      )
}

const lookAtName = async ({ helo }: SmtpSettings, network: Network): Promise<Finding[]> => {
  const { records } = await network.resolver.addresses(helo)
  if (records.length === 0)
    return [fail(`VERIFIER_HELO ${helo} does not resolve. Add a DNS record with this machine's address.`)]
  return Promise.all(records.map((address) => lookAtAddress(helo, address, network)))
}

const greetingOf = async (
  host: string,
  address: string,
  { port }: SmtpSettings,
  { connector }: Network,
): Promise<string> => {
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

const lookAtPort = async (settings: SmtpSettings, network: Network): Promise<Finding[]> => {
  const { records: exchanges } = await network.resolver.exchanges(KNOWN_DOMAIN)
  const [first] = exchanges.toSorted((one, other) => one.preference - other.preference)
  const addresses = first === undefined ? [] : (await network.resolver.addresses(first.host)).records
  const [address] = addresses.toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
  if (first === undefined || address === undefined)
    return [fail(`The mail servers of ${KNOWN_DOMAIN} are not found. Check the nameservers (VERIFIER_DNS).`)]
  const named = `port ${settings.port} of ${first.host}`
  const greeting = await greetingOf(first.host, address, settings, network).catch(() => undefined)
  if (greeting === undefined)
    return [
      fail(
        `No mail server answers on ${named}. Many hosters block this port: ask yours to open it for outgoing connections.`,
      ),
    ]
  if (!greeting.startsWith('220')) {
    const banner = greeting.replace(/[^ -~]+/g, ' ').slice(0, 200)
    return [fail(`${first.host} refuses this machine: ${banner}`)]
  }
  return [ok(`A mail server answers on ${named}: mail servers can be reached.`)]
}

type Answer = readonly string[] | undefined

/**
 * Evaluates SPF with records from the network. The evaluation is synchronous, so it is repeated with more records until it needs no other
 * ones. Its limits bound them (RFC 7208, section 4.6.4).
 */
const askSpf = async (client: SpfClient, network: Network): Promise<SpfVerdict> => {
  const known = new Map<string, Answer>()
  const exchangesOf = async (name: string) => {
    const { records } = await network.resolver.exchanges(name)
    const sorted = records.toSorted((one, other) => one.preference - other.preference)
    return sorted.map(({ host }) => host).filter((host) => host !== '')
  }
  for (;;) {
    const wanted = new Map<string, () => Promise<readonly string[]>>()
    const ask = (question: string, lookUp: () => Promise<readonly string[]>): Answer => {
      if (!known.has(question)) wanted.set(question, lookUp)
      return known.has(question) ? known.get(question) : []
    }
    const dns: Pick<MailDns, 'text' | 'exchanges' | 'addresses' | 'reverseNames'> = {
      text: (name) => ask(`TXT ${name}`, () => network.texts(name)),
      exchanges: (name) => ask(`MX ${name}`, () => exchangesOf(name)),
      addresses: (name, family) =>
        ask(`A ${name}`, async () => (await network.resolver.addresses(name)).records)?.filter(
          (address) => address.includes(':') === (family === 'AAAA'),
        ),
      reverseNames: (address) => ask(`PTR ${address}`, async () => (await network.pointers(address)).map(plain)),
    }
    const verdict = evaluateSpf(dns, client)
    if (wanted.size === 0) return verdict
    await Promise.all(
      Array.from(wanted, async ([question, lookUp]) => known.set(question, await lookUp().catch(() => undefined))),
    )
  }
}

const lookAtSender = async ({ helo, mailFrom }: SmtpSettings, network: Network): Promise<Finding[]> => {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const record = (await network.texts(domain)).find((text) => /^v=spf1(?: |$)/i.test(text)) ?? ''
  const { records: own } = await network.resolver.addresses(helo)
  return Promise.all(
    own.map(async (address) => {
      const { result, reason } = await askSpf({ address, domain, sender: mailFrom, helo }, network)
      if (result === 'pass') return ok(`The SPF record of ${domain} allows ${address}.`)
      if (result === 'none')
        return fail(`${domain}, the domain of VERIFIER_MAIL_FROM, has no SPF record. Add one that allows ${address}.`)
      if (result === 'permerror' || result === 'temperror')
        return fail(`Receivers can't evaluate the SPF record of ${domain} for ${address} (${result}): ${reason}.`)
      return fail(`The SPF record of ${domain} does not allow ${address}. Add it: ${record}`)
    }),
  )
}

const NOT_ASKED = {
  off: 'Email verification is off.',
  simulated: 'Email verification is simulated. To contact real mail servers, set VERIFIER_HELO and VERIFIER_MAIL_FROM.',
} as const

/** The checks. Each has the name that the message about failing nameservers uses. */
const looks: readonly (readonly [string, (settings: SmtpSettings, network: Network) => Promise<Finding[]>])[] = [
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

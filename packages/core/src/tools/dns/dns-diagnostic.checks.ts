import { dnsFaultFindings } from '../../reports/dns-faults.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import { inwardFindings } from '../../reports/inward-answers.ts'
import { allFail, mailFailure } from '../../reports/mail-failure.ts'
import { nameProblem, problemFinding } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, count, inWords, prose } from '../../reports/wording.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { allowedAuthoritiesOf } from '../../world/answers/web.ts'
import { answerTo } from '../../dns/dns.ts'
import { spfPolicyOf } from '../../dns/mail-authentication.ts'
import { recordsOf } from '../../dns/records.ts'
import { unlistedExchangeOf } from '../../world/answers/mta-sts.ts'
import { isLoopback } from '../../world/names/delegation.ts'
import { statedAt } from '../../world/facts.ts'
import { type Dnssec, dnssecStateOf } from '../../world/names/dnssec.ts'
import {
  authorityZoneOf,
  failureOf,
  type Unreachable,
  whyUnreachable,
  whyHiddenByRule,
} from '../../world/answers/existence.ts'
import { isEncryptionBlocked, transfersOf } from '../../world/hosts/dns-faults.ts'
import { countServerNetworks, shareNetwork } from '../../world/hosts/machines.ts'
import { type ExchangeState, exchangeStatesOf } from '../../world/mail/mail.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import { SPF_FAULTS, unreadSpf } from '../../reports/spf-fault.ts'
import { isNeutral, type SpfPolicy } from '../../protocols/spf-policy.ts'
import { places } from '../../world/hosts/places.ts'
import { agreeingResolversOf } from '../../world/answers/resolvers.ts'
import { memoize, type World } from '../../world/world.ts'
import { type Authority, authorityOf } from '../../world/answers/zones.ts'
import type { DnsDiagnosticCode } from './dns-diagnostic.ts'

/** One checked area. The finding has the same severity as the check; its title is the check's detail. */
interface Check {
  readonly name: string
  readonly finding: Finding<DnsDiagnosticCode>
}

const addressCheck = (domain: string, addresses: readonly string[]): Finding<DnsDiagnosticCode> => {
  return addresses.every(isV6)
    ? warning(
        'dns-address',
        'The name has no IPv4 address',
        'People whose network has no IPv6 cannot reach this name.',
        `Run a-record on ${domain} and add an A record.`,
      )
    : pass('dns-address', `The name has ${count(addresses.length, 'address', 'addresses')}`)
}

const anyShareNetwork = (exchanges: readonly ExchangeState[]): boolean => {
  for (const one of exchanges) {
    for (const other of exchanges) if (other !== one && shareNetwork(other.machine, one.machine)) return true
  }
  return false
}

const exchangeAdvice = (domain: string): string =>
  `Run mx-record on ${domain} to see the host and network of each mail server.`

const mailCheck = (world: World, domain: string, exchanges: readonly ExchangeState[]): Finding<DnsDiagnosticCode> => {
  const ruled = whyHiddenByRule(world, domain, 'MX')
  if (ruled !== undefined)
    return problemFinding('dns-mail', nameProblem(domain, ruled, 'mail'), 'mail to this name cannot be delivered')
  if (exchanges.length === 0) return pass('dns-mail', 'The domain accepts no mail: it has a null MX (RFC 7505)')
  const down = exchanges.filter(({ answers }) => !answers)
  const total = inWords(exchanges.length)
  if (down.length === exchanges.length) {
    return critical(
      'dns-mail',
      allFail(down),
      'Senders queue mail for some days and then send it back.',
      exchangeAdvice(domain),
    )
  }
  const [first] = exchanges
  if (first?.answers === false) {
    return critical(
      'dns-mail',
      `The preferred mail server ${mailFailure([first])}`,
      first.answer === 'refused' || first.answer === 'closes'
        ? 'It refuses every sender, so all mail goes to the next one.'
        : first.answer === 'unresolved'
          ? 'Senders find no address for it, so all mail goes to the next one.'
          : 'Every sender waits for it before trying the next, so all mail is late.',
      exchangeAdvice(domain),
    )
  }
  const unlisted = unlistedExchangeOf(world, domain)
  if (unlisted !== undefined)
    return critical(
      'dns-mail',
      `The MTA-STS policy does not list ${unlisted}`,
      'Senders that enforce the policy (RFC 8461) deliver no mail.',
      `Run mx-record on ${domain} to see which mail servers the policy lists.`,
    )
  if (down.length > 0) {
    return warning(
      'dns-mail',
      `${capitalize(inWords(down.length))} of ${total} mail servers ${mailFailure(down)}`,
      down.length === exchanges.length - 1
        ? 'Mail arrives today, but no fallback would accept it.'
        : 'Mail arrives today, but fewer fallbacks would accept it.',
      exchangeAdvice(domain),
    )
  }
  if (exchanges.length === 1) {
    return pass('dns-mail', 'The only mail server answers')
  }
  if (anyShareNetwork(exchanges)) {
    return warning(
      'dns-mail',
      'Mail servers share one network',
      'An outage of that network takes down more than one of them.',
      exchangeAdvice(domain),
    )
  }
  return pass('dns-mail', `${capitalize(total)} mail servers answer, in different networks`)
}

const serverCheck = (domain: string, servers: readonly string[], world: World): Finding<DnsDiagnosticCode> => {
  const networks = countServerNetworks(world, servers)
  return networks === 1
    ? warning(
        'dns-servers',
        'All nameservers are in one network',
        'An outage there takes the whole domain offline (RFC 2182, section 3.1).',
        `Run whois-lookup on ${domain} and add a nameserver in another network.`,
      )
    : pass('dns-servers', `${capitalize(inWords(servers.length))} nameservers in ${inWords(networks)} networks`)
}

const zoneCheck = (world: World, domain: string): Finding<DnsDiagnosticCode> => {
  const { serial, refresh, retry, expire }: Authority = authorityOf(world, domain)
  if (transfersOf(world, domain) !== 'whole')
    return warning(
      'dns-zone',
      'Secondaries get no current copy of the zone',
      'They keep their old copy until it expires.',
      `Run soa-record on ${domain}: it says how transfers fail.`,
    )
  if (expire <= refresh + retry) {
    return warning(
      'dns-zone',
      'Secondaries can give up before they have tried twice',
      `Expire is ${expire} s, no longer than refresh and retry together.`,
      `Run soa-record on ${domain} for the values to set.`,
    )
  }
  return pass('dns-zone', `The zone is at serial ${serial}, and its timers are consistent`)
}

const SPF_TITLES = {
  missing: 'There is no SPF record',
  syntax: 'The SPF record has an invalid term',
  include: 'The SPF record includes a domain that has no valid SPF record',
  lookups: 'The SPF record needs more than ten lookups',
  voids: SPF_FAULTS.voids.title,
  hosts: SPF_FAULTS.hosts.title,
  failure: SPF_FAULTS.failure.title,
} as const

const policyAdvice = (domain: string): string => `Run spf-check on ${domain}: it says what to change.`

type Spf = Pick<SpfPolicy, 'state' | 'ending' | 'lookups' | 'permitsEveryone' | 'records' | 'redirect' | 'unread'>

const spfCheck = (domain: string, policy: Spf): Finding<DnsDiagnosticCode> => {
  const { state, ending, lookups } = policy
  if (state !== 'valid') {
    return critical(
      'dns-spf',
      unreadSpf(policy)?.title ??
        (state === 'duplicate' ? `There are ${inWords(policy.records.length)} SPF records` : SPF_TITLES[state]),
      'Receivers cannot distinguish mail of this domain from forged mail, and some refuse it (RFC 7208, section 8).',
      policyAdvice(domain),
    )
  }
  if (policy.permitsEveryone)
    return critical(
      'dns-spf',
      ending === '+all' ? 'The SPF record ends in +all' : 'The SPF record permits half of the internet or more',
      'It permits servers of everybody, so forged mail passes.',
      policyAdvice(domain),
    )
  if (isNeutral(policy))
    return warning(
      'dns-spf',
      ending === undefined ? 'The SPF record has no all term' : 'The SPF record ends in ?all',
      'The record says nothing about servers that it does not list, so forged mail passes.',
      policyAdvice(domain),
    )
  return pass('dns-spf', `SPF is valid: ${count(lookups, 'lookup')} of ${SPF_LOOKUP_LIMIT}`)
}

const trustCheck = (domain: string, state: Dnssec['state']): Finding<DnsDiagnosticCode> => {
  if (state === 'bogus') {
    return critical(
      'dns-dnssec',
      'DNSSEC validation fails',
      'Validating resolvers answer SERVFAIL (RFC 4035, section 5.5), so their users cannot reach the domain.',
      `Run dnssec-check on ${domain}: it names the key tag that the DS record must have.`,
    )
  }
  if (state === 'secure') return pass('dns-dnssec', 'The chain of trust holds')
  return info(
    'dns-dnssec',
    'The zone is not signed: it works, but without protection against forged answers',
    'Resolvers have to accept the first answer, even if it is forged (RFC 4033, section 5).',
    `Run dnssec-check on ${domain} for the steps to sign it.`,
  )
}

const spreadCheck = (domain: string, current: number, servers: number): Finding<DnsDiagnosticCode> =>
  current === servers
    ? pass('dns-propagation', `All ${inWords(servers)} resolvers agree`)
    : warning(
        'dns-propagation',
        `${capitalize(inWords(servers - current))} of ${inWords(servers)} resolvers have an old answer`,
        'They keep it until its TTL expires, and their users go to the old address.',
        `Keep the old server answering and run dns-propagation on ${domain} to see how long.`,
      )

/** Reports a name without records: the reason, and whether the zone is the cause. */
const examineProblem = (world: World, domain: string, unreachable: Unreachable) => {
  const zone = authorityZoneOf(world, domain)
  const dnssec = dnssecStateOf(world, zone)
  const checks: Check[] = [
    {
      name: 'Addresses',
      finding: problemFinding('dns-address', nameProblem(domain, unreachable), 'nobody reaches the name'),
    },
    { name: 'DNSSEC', finding: trustCheck(zone, dnssec) },
  ]
  const isMailOnly = whyUnreachable(world, domain, 'mail') === undefined
  const exchanges = isMailOnly ? exchangeStatesOf(world, domain) : []
  checks.push(...otherCheck(world, domain))
  if (isMailOnly) checks.push({ name: 'Mail servers', finding: mailCheck(world, domain, exchanges) })
  return { policy: NO_POLICY, checks }
}

const NO_POLICY: Spf = {
  state: 'missing',
  ending: undefined,
  lookups: 0,
  permitsEveryone: false,
  records: [],
  redirect: undefined,
  unread: undefined,
}

const BLOCKED = { dot: 'DNS over TLS', doh: 'DNS over HTTPS' } as const

/** Reports the encrypted protocols that a firewall on the way to the resolver ends. */
const encryptionCheck = (world: World): Check[] => {
  const blocked = (['dot', 'doh'] as const).filter((protocol) => isEncryptionBlocked(world, protocol))
  if (blocked.length === 0) return []
  return [
    {
      name: 'Encryption',
      finding: warning(
        'dns-encrypted',
        `A firewall blocks ${prose(blocked.map((protocol) => BLOCKED[protocol]))}`,
        'Clients that insist on encryption (RFC 8310) get no answers, and others send their queries in clear text.',
        'Let the client reach port 853 of its resolver for DNS over TLS, and port 443 for DNS over HTTPS.',
      ),
    },
  ]
}

// Types that no check examines, by number (RFC 9460).
const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [64, 'SVCB'],
  [65, 'HTTPS'],
])

/** Lists the stated records of a name that no other check examines. */
const otherCheck = (world: World, domain: string): Check[] => {
  const { CAA = [], SRV = [], TLSA = [], others = [] } = statedAt(world, domain) ?? {}
  const found = [
    ...Object.entries({ CAA, SRV, TLSA }).map(([type, { length }]) => ({ type, length })),
    ...Array.from(others, ([number, { length }]) => ({ type: TYPE_NAMES.get(number) ?? `TYPE${number}`, length })),
  ].filter(({ length }) => length > 0)
  if (found.length === 0) return []
  const list = prose(found.map(({ type, length }) => count(length, `${type} record`)))
  return [{ name: 'Other records', finding: pass('dns-others', `The name also has ${list}`) }]
}

const issuanceCheck = (world: World, domain: string): Check[] => {
  if (allowedAuthoritiesOf(world, domain)?.every((name) => name === '') !== true) return []
  const finding = warning(
    'dns-issuance',
    'CAA records forbid every authority to issue certificates',
    'The certificates of this name expire without new ones (RFC 8659, section 4.2).',
    'Add a CAA record with the name of your authority.',
  )
  return [{ name: 'Certificates', finding }]
}

/** Judges the areas of a domain that has addresses. */
const examineDomain = (world: World, domain: string, { addresses, servers }: Facts) => {
  const policy = spfPolicyOf(world, domain) ?? NO_POLICY
  const [inward] = inwardFindings('dns', world, domain)
  const checks: Check[] = [
    { name: 'Addresses', finding: inward ?? addressCheck(domain, addresses) },
    { name: 'Mail servers', finding: mailCheck(world, domain, exchangeStatesOf(world, domain)) },
    { name: 'Nameservers', finding: serverCheck(domain, servers, world) },
    { name: 'Zone', finding: zoneCheck(world, domain) },
    { name: 'SPF', finding: spfCheck(domain, policy) },
    { name: 'DNSSEC', finding: trustCheck(domain, dnssecStateOf(world, domain)) },
    ...encryptionCheck(world),
    { name: 'Propagation', finding: spreadCheck(domain, agreeingResolversOf(world, domain), places.length) },
    ...issuanceCheck(world, domain),
    ...otherCheck(world, domain),
  ]
  return { policy, checks }
}

type Facts = ReturnType<typeof factsOf>

/** Reads what a resolver answers for a domain, and the data of its zone. */
const factsOf = (world: World, domain: string) => {
  const zone = authorityZoneOf(world, domain)
  const isSilent = (type: string) => failureOf(world, domain, type) !== undefined
  return {
    addresses: (['A', 'AAAA'] as const).flatMap((type) =>
      answerTo(world, domain, type).records.map(({ address }) => address),
    ),
    records: answerTo(world, domain, 'MX').records,
    texts: answerTo(world, domain, 'TXT').records,
    servers: isSilent('NS') ? [] : recordsOf(world, zone, 'NS').map(({ host }) => host),
    soa: isSilent('SOA') ? undefined : recordsOf(world, zone, 'SOA')[0],
    dnssec: dnssecStateOf(world, zone),
    resolvers: places.length,
    current: agreeingResolversOf(world, domain),
  }
}

// The types of the queries that the checks need.
const QUERIED = ['A', 'AAAA', 'MX', 'NS', 'SOA', 'TXT', 'DNSKEY']

/** Reads every fact of a domain once, and judges the seven areas in the same way as the individual tools. */
export const examine = memoize((world, domain) => {
  const facts = factsOf(world, domain)
  const unreachable = whyUnreachable(world, domain, isLoopback(domain) ? 'mail' : 'address')
  const judged =
    unreachable === undefined ? examineDomain(world, domain, facts) : examineProblem(world, domain, unreachable)
  const faults = dnsFaultFindings('dns-queries', world, domain, QUERIED)
  return { ...facts, ...judged, checks: [...judged.checks, ...faults.map((finding) => ({ name: 'Queries', finding }))] }
})

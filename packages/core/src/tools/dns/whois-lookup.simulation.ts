import { critical, info, pass, warning } from '../../reports/finding.ts'
import { nameProblem, problemFinding, whyUndelegated } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { count, inWords, timeSpan } from '../../reports/wording.ts'
import { prefixOf } from '../../world/hosts/subnets.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { countServerNetworks } from '../../world/hosts/machines.ts'
import { whyUnreachable } from '../../world/answers/existence.ts'
import { undelegatedOf } from '../../world/names/delegation.ts'
import { isSuffix, zoneOf } from '../../foundation/names.ts'
import { wholeDays } from '../../foundation/periods.ts'
import { DAY } from '../../foundation/units.ts'
import { isoTime } from '../../foundation/time.ts'
import type { World } from '../../world/world.ts'
import { registrationOf } from '../../dns/registration.ts'
import type { Simulation } from '../define-tool.ts'
import type { WhoisLookupCode, WhoisLookupResult } from './whois-lookup.ts'

function simulate(name: string, world: World): WhoisLookupResult {
  const registration = registrationOf(world, name)
  if (registration === undefined)
    return { domain: name, registrar: null, creation_date: null, expiration_date: null, nameservers: [], status: [] }
  const { domain, registrar, created, expires, status, nameservers } = registration
  return {
    domain,
    registrar,
    creation_date: isoTime(created),
    expiration_date: isoTime(expires),
    nameservers: [...nameservers],
    status: [...status],
  }
}

const SOON = 30

const expiryFinding = (days: number, day: string, registrar: string): Finding<WhoisLookupCode> =>
  days < SOON
    ? warning(
        'whois-expiring',
        `The registration expires in ${count(days, 'day')}`,
        `From ${day} on, web and mail of the domain may stop, and after a grace period (RFC 3915) anybody can register it.`,
        `Renew it at ${registrar} now, and switch on automatic renewal.`,
      )
    : pass('whois-expiry', `The registration is valid until ${day}`)

const lockFinding = (status: readonly string[], registrar: string): Finding<WhoisLookupCode> =>
  status.includes('clientTransferProhibited')
    ? pass('whois-locked', 'The domain is locked against transfer (RFC 5731, section 2.3)')
    : warning(
        'whois-unlocked',
        'The domain has no transfer lock',
        'Anyone with access to the account or the authorization code can move the domain to another registrar.',
        `Ask ${registrar} to set clientTransferProhibited.`,
      )

const ageFinding = (days: number): Finding<WhoisLookupCode>[] =>
  days < SOON
    ? [
        info(
          'whois-new',
          `The domain was registered ${count(days, 'day')} ago`,
          'Mail filters distrust domains that are less than a month old.',
          'Start with small amounts of mail.',
        ),
      ]
    : []

const serverFinding = (servers: readonly string[], world: World): Finding<WhoisLookupCode> => {
  if (servers.length < 2) {
    return critical(
      'whois-one-server',
      'There are fewer than two nameservers',
      'If the only one fails, the whole domain fails (RFC 1034, section 4.1, requires two).',
      'Add a second nameserver in another network.',
    )
  }
  const [primary = ''] = servers
  const networks = countServerNetworks(world, servers)
  if (networks === 1) {
    return warning(
      'whois-one-network',
      'All nameservers are in one network',
      `An outage of ${prefixOf(addressOf(world, primary))} takes the whole domain offline (RFC 2182, section 3.1).`,
      'Ask your DNS provider for a nameserver in another network, or add a second provider.',
    )
  }
  return pass('whois-networks', `The nameservers are in ${inWords(networks)} networks`)
}

const operatorFinding = (servers: readonly string[], domain: string): Finding<WhoisLookupCode>[] => {
  const operator = zoneOf(servers[0] ?? '')
  if (servers.length < 2 || !servers.every((server) => zoneOf(server) === operator)) return []
  return operator === domain
    ? [
        info(
          'whois-own-servers',
          'The names of the nameservers are in the domain itself',
          'Resolvers find them by the glue addresses at the registry (RFC 1034, section 4.2.1), which a change in your zone does not update.',
          'When a nameserver moves, change its glue address at the registrar too.',
        ),
      ]
    : [
        info(
          'whois-one-operator',
          `All nameservers are run by ${operator}`,
          'A mistake or an attack there affects all of them at once.',
          'If an hour of downtime is too much for you, add a second provider.',
        ),
      ]
}

const belowFinding = (name: string, domain: string): Finding<WhoisLookupCode>[] =>
  name === domain
    ? []
    : [
        info(
          'whois-below',
          `${name} is a name below ${domain}`,
          'Only the domain itself is registered; its holder creates the names below it.',
        ),
      ]

/** Describes why a name has no registration. */
const reasonFor = (world: World, domain: string): Record<'sentence' | 'detail' | 'why' | 'advice', string> => {
  const undelegated = undelegatedOf(world, domain)
  const other = 'Look up a domain that can be registered.'
  if (undelegated === 'free' || undelegated === 'unknown') {
    const { why, advice } = whyUndelegated(domain, undelegated)
    const sentence = undelegated === 'free' ? 'Nobody registered this domain.' : 'There is no such top-level domain.'
    return { sentence, detail: `${domain} is in no registry.`, why: `The name is in no registry: ${why}.`, advice }
  }
  return undelegated === undefined && isSuffix(domain)
    ? {
        sentence: 'Only names below this one can be registered.',
        detail: `${domain} is a suffix, and no registrar holds it.`,
        why: 'The name is a suffix that a registry runs, not a domain that anyone can register.',
        advice: other,
      }
    : {
        sentence: 'Nobody can register this name.',
        detail: `${domain} is reserved, and no registrar holds it.`,
        why: 'The name is reserved for a special purpose, such as reverse names (RFC 3172) or names that never resolve (RFC 6761).',
        advice: other,
      }
}

const notRegistered = (world: World, domain: string): ReportDraft<WhoisLookupCode> => {
  const { sentence, detail, why, advice } = reasonFor(world, domain)
  return {
    sentence,
    detail,
    figures: [
      { label: 'Registrar', value: '—', note: 'no registration' },
      { label: 'Expires in', value: '—', note: 'no registration' },
    ],
    findings: [critical('whois-none', `${domain} has no registration`, why, advice)],
    plot: {
      kind: 'timeline',
      caption: 'The life of a registration',
      alternative: `${domain} has no registration to show.`,
      now: isoTime(world.at),
      events: [],
    },
  }
}

const nameFinding = (world: World, name: string, domain: string): Finding<WhoisLookupCode>[] => {
  const unreachable = whyUnreachable(world, name)
  return unreachable?.reason === 'nxdomain' || unreachable?.reason === 'released'
    ? [problemFinding('whois-unresolved', nameProblem(name, unreachable), `this is the registration of ${domain}`)]
    : []
}

function report(result: WhoisLookupResult, world: World, name: string): ReportDraft<WhoisLookupCode> {
  const { domain, registrar, creation_date: creation, expiration_date: expiration, nameservers, status } = result
  if (registrar === null || creation === null || expiration === null) return notRegistered(world, domain)
  const created = Date.parse(creation)
  const expires = Date.parse(expiration)
  const left = wholeDays(expires - world.at)
  const age = wholeDays(world.at - created)
  const since = timeSpan(world.at - created)
  const day = expiration.slice(0, 10)
  const begun = creation.slice(0, 10)
  const soon = left < SOON
  return {
    sentence: soon
      ? `The registration expires in ${count(left, 'day')}.`
      : `The registration is valid for another ${timeSpan(expires - world.at)}.`,
    detail: `${domain} was registered ${since} ago. Its registration with ${registrar} ends on ${day}.`,
    figures: [
      { label: 'Expires in', value: String(left), unit: left === 1 ? 'day' : 'days', note: `on ${day}` },
      { label: 'Registered', value: begun, note: `${since} ago` },
      {
        label: 'Registrar',
        value: registrar,
        note: status.length === 1 ? `status ${status[0]}` : `${inWords(status.length)} locks`,
      },
      { label: 'Nameservers', value: String(nameservers.length), note: nameservers[0] ?? 'none' },
    ],
    findings: [
      expiryFinding(left, day, registrar),
      lockFinding(status, registrar),
      serverFinding(nameservers, world),
      ...operatorFinding(nameservers, domain),
      ...ageFinding(age),
      ...belowFinding(name, domain),
      ...nameFinding(world, name, domain),
    ],
    plot: {
      kind: 'timeline',
      caption: `The registration of ${domain}`,
      alternative: `The registration of ${domain} began on ${begun} and ends on ${day}.`,
      now: isoTime(world.at),
      events: [
        { label: 'Registered', time: creation, severity: 'info' },
        { label: 'Renew before', time: isoTime(expires - SOON * DAY), severity: soon ? 'warning' : 'pass' },
        { label: 'Expires', time: expiration, severity: soon ? 'warning' : 'info' },
      ],
    },
  }
}

/** Simulates `whois-lookup`. */
export const whoisLookupSimulation: Simulation<string, WhoisLookupResult, WhoisLookupCode> = {
  simulate,
  report,
}

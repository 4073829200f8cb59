import { critical, info, pass } from '../../reports/finding.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { ChainPlot } from '../../reports/plot.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { duration } from '../../reports/wording.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { firstLabelOf, zoneOf } from '../../foundation/names.ts'
import type { World } from '../../world/world.ts'
import { type Alias, aliasOf } from '../../world/names/aliases.ts'
import { isFailing, type Obstacle, obstacleOf } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import type { CnameLookupCode, CnameLookupResult } from './cname-lookup.ts'

function simulate(domain: string, world: World): CnameLookupResult {
  const alias = isFailing(world, domain) ? undefined : aliasOf(world, domain)
  return { domain, cname: alias?.target ?? null, ttl: alias?.ttl ?? null }
}

const platformOf = (target: string): string => target.slice(target.indexOf('.') + 1)

const CAPTION = 'From the queried name to the address'

const standsAlone = (domain: string, address: string): ReportDraft<CnameLookupCode> => {
  const top = domain === zoneOf(domain)
  return {
    sentence: 'This name is not an alias.',
    detail: `${domain} has records of its own and answers with ${address}.`,
    figures: [
      { label: 'Alias of', value: '—', note: 'no CNAME record' },
      { label: 'Address', value: address, note: 'its first address' },
    ],
    findings: [
      top
        ? pass('cname-apex-free', 'The top of the zone is not an alias, as RFC 1034, section 3.6.2, requires')
        : pass('cname-none', 'The name has no CNAME record, so it may have records of any other type'),
    ],
    plot: {
      kind: 'chain',
      caption: CAPTION,
      alternative: `${domain} resolves directly to ${address}.`,
      links: [
        { label: domain, detail: 'the name itself', severity: 'pass' },
        { label: address, detail: 'its address', severity: 'pass' },
      ],
    },
  }
}

const nothingFound = (domain: string, obstacle: Obstacle): ReportDraft<CnameLookupCode> => {
  const problem = nameProblem(domain, obstacle)
  return {
    ...problemReport('cname-unresolved', problem, 'aliases of this name have no address'),
    figures: [
      { label: 'Alias of', value: '—', note: obstacle.reason === 'bogus' ? 'no answer' : 'no CNAME record' },
      { label: 'Address', value: '—', note: problem.note },
    ],
    plot: {
      kind: 'chain',
      caption: CAPTION,
      alternative: `${problem.title}.`,
      links: [{ label: domain, detail: problem.note, severity: 'critical' }],
    },
  }
}

const danglingFinding = (domain: string, target: string): Finding<CnameLookupCode> =>
  critical(
    'cname-dangling',
    `${target} does not exist`,
    `Whoever claims ${firstLabelOf(target)} at ${platformOf(target)} gets the visitors of ${domain}, and a certificate for it: a subdomain takeover.`,
    `Delete the CNAME record of ${domain} now, or claim ${firstLabelOf(target)} at ${platformOf(target)} again; then run cname-lookup once more.`,
  )

const soundFindings = (domain: string, { target, ttl }: Alias): Finding<CnameLookupCode>[] => [
  pass('cname-resolves', 'The target exists and has addresses'),
  pass('cname-direct', 'The alias reaches the address in one step, without a chain'),
  info(
    'cname-foreign',
    `Another organization decides where ${domain} points`,
    `The target is a name of ${platformOf(target)}. If you leave that platform and keep the record, it points at nothing.`,
    `Delete the CNAME record of ${domain} before you give up ${firstLabelOf(target)} there.`,
  ),
  ttl <= 3600
    ? pass('cname-ttl', `A change of the target is seen everywhere within ${duration(ttl)}`)
    : info(
        'cname-ttl-long',
        `Resolvers keep the alias for ${duration(ttl)}`,
        'A new target takes up to that long to reach everyone.',
        'Lower the TTL to 300 s before you change the target.',
      ),
]

const links = (domain: string, alias: Alias, address: string): ChainPlot['links'] => [
  { label: domain, detail: `alias, TTL ${alias.ttl} s`, severity: 'pass' },
  alias.resolves
    ? { label: alias.target, detail: 'exists', severity: 'pass' }
    : { label: alias.target, detail: 'does not exist', severity: 'critical' },
  ...(alias.resolves ? [{ label: address, detail: 'its address', severity: 'pass' } as const] : []),
]

function report({ domain }: CnameLookupResult, world: World): ReportDraft<CnameLookupCode> {
  const obstacle = obstacleOf(world, domain)
  const alias = aliasOf(world, domain)
  if (obstacle !== undefined && (alias === undefined || isFailing(world, domain))) return nothingFound(domain, obstacle)
  const address = addressOf(world, domain)
  if (alias === undefined) return standsAlone(domain, address)
  const { target, ttl, resolves: leadsOn } = alias
  return {
    sentence: leadsOn ? `This name is an alias of ${target}.` : 'This name is an alias of a name that does not exist.',
    detail: leadsOn
      ? `That name exists and resolves to ${address}.`
      : `${target} no longer exists, and anybody may be able to claim it.`,
    figures: [
      { label: 'Alias of', value: target, note: leadsOn ? 'exists' : 'does not exist' },
      {
        label: 'Address',
        value: leadsOn ? address : '—',
        note: leadsOn ? 'at the end of the alias' : 'nothing answers',
      },
      { label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` },
    ],
    findings: leadsOn ? soundFindings(domain, alias) : [danglingFinding(domain, target)],
    plot: {
      kind: 'chain',
      caption: CAPTION,
      alternative: leadsOn
        ? `${domain} is an alias of ${target}, which resolves to ${address}.`
        : `${domain} is an alias of ${target}, which has no address.`,
      links: links(domain, alias, address),
    },
  }
}

/** Simulates `cname-lookup`. */
export const cnameLookupSimulation: Simulation<string, CnameLookupResult, CnameLookupCode> = {
  simulate,
  report,
}

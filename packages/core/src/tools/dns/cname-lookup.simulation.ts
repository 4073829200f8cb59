import { answerTo } from '../../dns/dns.ts'
import { withDnsFaults } from '../../reports/dns-faults.ts'
import { critical, info, pass } from '../../reports/finding.ts'
import { nameProblem, problemFinding, problemReport } from '../../reports/no-address.ts'
import type { ChainPlot } from '../../reports/plot.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, duration, inWords } from '../../reports/wording.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { firstLabelOf, zoneOf } from '../../foundation/names.ts'
import type { World } from '../../world/world.ts'
import { type AliasPath, aliasPathOf, isTenantName, MOST_ALIASES } from '../../world/names/aliases.ts'
import { type Unreachable, whyUnreachable, whyHiddenByRule } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import type { CnameLookupCode, CnameLookupResult } from './cname-lookup.ts'

function simulate(domain: string, world: World): CnameLookupResult {
  const [alias] = answerTo(world, domain, 'CNAME').records
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

const nothingFound = (domain: string, unreachable: Unreachable): ReportDraft<CnameLookupCode> => {
  const problem = nameProblem(domain, unreachable)
  return {
    ...problemReport('cname-unresolved', problem, 'aliases of this name have no address'),
    figures: [
      { label: 'Alias of', value: '—', note: unreachable.reason === 'bogus' ? 'no answer' : 'no CNAME record' },
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

const danglingFinding = (domain: string, { end, links }: AliasPath): Finding<CnameLookupCode> => {
  const owner = links.at(-1)?.name ?? domain
  return isTenantName(end)
    ? critical(
        'cname-dangling',
        `${end} does not exist`,
        `Whoever claims ${firstLabelOf(end)} at ${platformOf(end)} gets the visitors of ${domain}, and a certificate for it: a subdomain takeover.`,
        `Delete the CNAME record of ${owner} now, or claim ${firstLabelOf(end)} at ${platformOf(end)} again; then run cname-lookup once more.`,
      )
    : critical(
        'cname-dangling',
        `${end} does not exist`,
        `Resolvers answer NXDOMAIN for ${domain}. If somebody else can register ${end}, they get the visitors, and a certificate for the name: a subdomain takeover.`,
        `Delete the CNAME record of ${owner}, or point it at a name that exists.`,
      )
}

const endlessFinding = (domain: string): Finding<CnameLookupCode> =>
  critical(
    'cname-endless',
    'The aliases never end',
    `They form a circle, or more than ${MOST_ALIASES} follow each other, so resolvers answer SERVFAIL.`,
    `Point the CNAME record of ${domain} at the name of a host.`,
  )

const stepsFinding = ({ links }: AliasPath): Finding<CnameLookupCode> =>
  links.length === 1
    ? pass('cname-direct', 'The alias reaches the address in one step, without a chain')
    : info(
        'cname-chain',
        `${capitalize(inWords(links.length))} aliases follow each other`,
        'Resolvers look up each of them, and some give up after eight.',
        `Point the CNAME record of ${links[0]?.name} directly at ${links.at(-1)?.target}.`,
      )

const foreignFinding = (domain: string, end: string): Finding<CnameLookupCode>[] =>
  zoneOf(end) === zoneOf(domain)
    ? []
    : [
        info(
          'cname-foreign',
          `Another organization decides where ${domain} points`,
          `The target is a name of ${platformOf(end)}. If you leave that platform and keep the record, it points at nothing.`,
          `Delete the CNAME record of ${domain} before you give up ${firstLabelOf(end)} there.`,
        ),
      ]

const soundFindings = (domain: string, path: AliasPath, ttl: number): Finding<CnameLookupCode>[] => [
  pass('cname-resolves', 'The target exists and has addresses'),
  stepsFinding(path),
  ...foreignFinding(domain, path.end),
  ttl <= 3600
    ? pass('cname-ttl', `A change of the target is seen everywhere within ${duration(ttl)}`)
    : info(
        'cname-ttl-long',
        `Resolvers keep the alias for ${duration(ttl)}`,
        'A new target takes up to that long to reach everyone.',
        'Lower the TTL to 300 s before you change the target.',
      ),
]

/** The end of the aliases, in the words of a report. */
interface Ending {
  /** The first address; undefined if the aliases lead to none. */
  readonly address: string | undefined
  /** The end in two or three words: `exists`, `does not exist`. */
  readonly note: string
  readonly sentence: string
  readonly detail: string
  readonly findings: Finding<CnameLookupCode>[]
}

const endingOf = (world: World, domain: string, path: AliasPath, ttl: number): Ending => {
  const { links, end, outcome } = path
  const [first] = links
  if (outcome === 'dangling')
    return {
      address: undefined,
      note: 'does not exist',
      sentence: 'This name is an alias of a name that does not exist.',
      detail: isTenantName(end)
        ? `${end} no longer exists, and anybody may be able to claim it.`
        : `${end} does not exist.`,
      findings: [danglingFinding(domain, path)],
    }
  const unreachable = whyUnreachable(world, domain)
  if (outcome === 'endless' || unreachable !== undefined) {
    const problem = unreachable && nameProblem(unreachable.reason === 'no-data' ? end : domain, unreachable)
    return {
      address: undefined,
      note: problem?.note ?? 'SERVFAIL',
      sentence: outcome === 'endless' ? 'The aliases from this name never end.' : 'This alias leads to no address.',
      detail: `${problem?.why}.`,
      findings: [
        outcome === 'endless' || problem === undefined
          ? endlessFinding(domain)
          : problemFinding('cname-unresolved', problem, 'the alias leads to no address'),
      ],
    }
  }
  const address = addressOf(world, domain)
  return {
    address,
    note: 'exists',
    sentence: `This name is an alias of ${first?.target}.`,
    detail:
      links.length === 1
        ? `That name exists and resolves to ${address}.`
        : `It leads to ${end} in ${inWords(links.length)} steps, and that name resolves to ${address}.`,
    findings: soundFindings(domain, path, ttl),
  }
}

const linksOf = ({ links, end }: AliasPath, { address, note }: Ending): ChainPlot['links'] => [
  ...links.map(({ name, ttl }) => ({ label: name, detail: `alias, TTL ${ttl} s`, severity: 'pass' as const })),
  { label: end, detail: note, severity: address === undefined ? 'critical' : 'pass' },
  ...(address === undefined ? [] : [{ label: address, detail: 'its address', severity: 'pass' as const }]),
]

function report({ domain, cname, ttl }: CnameLookupResult, world: World): ReportDraft<CnameLookupCode> {
  const unreachable =
    whyUnreachable(world, domain) ?? (cname === null ? whyHiddenByRule(world, domain, 'CNAME') : undefined)
  if (cname === null || ttl === null)
    return unreachable === undefined ? standsAlone(domain, addressOf(world, domain)) : nothingFound(domain, unreachable)
  const path = aliasPathOf(world, domain)
  const ending = endingOf(world, domain, path, ttl)
  const { address, note, sentence, detail, findings } = ending
  return {
    sentence,
    detail,
    figures: [
      { label: 'Alias of', value: cname, note: path.links.length === 1 ? note : `${path.links.length} aliases in all` },
      {
        label: 'Address',
        value: address ?? '—',
        note: address === undefined ? 'nothing answers' : 'at the end of the alias',
      },
      { label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` },
    ],
    findings,
    plot: {
      kind: 'chain',
      caption: CAPTION,
      alternative:
        address === undefined
          ? `${domain} is an alias of ${path.end}, which has no address.`
          : `${domain} is an alias of ${path.end}, which resolves to ${address}.`,
      links: linksOf(path, ending),
    },
  }
}

/** Simulates `cname-lookup`. */
export const cnameLookupSimulation: Simulation<string, CnameLookupResult, CnameLookupCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'cname-queries', world, result.domain, ['CNAME']),
}

import { withDnsFaults } from '../../reports/dns-faults.ts'
import { critical, info, pass } from '../../reports/finding.ts'
import { type NameProblem, nameProblem, problemFinding } from '../../reports/no-address.ts'
import type { ChainPlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { chainTo } from '../../dns/zones.ts'
import type { ChainLink, ZoneKeyId } from '../../world/names/dnssec.ts'
import { type ZoneFault, zoneFaults } from '../../world/zone-faults.ts'
import { whyUnreachable } from '../../world/answers/existence.ts'
import type { World } from '../../world/world.ts'
import { dnskeyOf } from '../../world/keys/zone-keys.ts'
import type { Simulation } from '../define-tool.ts'
import type { DnssecCheckCode, DnssecCheckResult } from './dnssec-check.ts'

const STATUS = { secure: 'SECURE', insecure: 'INSECURE', bogus: 'BOGUS' } as const

function simulate(domain: string, world: World): DnssecCheckResult {
  const { state, key } = chainTo(world, domain).at(-1) ?? { state: 'insecure', key: null }
  return {
    domain,
    dnssec_enabled: state !== 'insecure',
    status: STATUS[state],
    chain_valid: state === 'secure',
    algorithms: key === null ? [] : [key.algorithm],
  }
}

const tagOf = (key: ZoneKeyId | null, fault?: ZoneFault): string =>
  key === null ? '—' : String(dnskeyOf(key, fault).keyTag)

const detailOf = ({ key, delegated, state, fault }: ChainLink): string => {
  if (key === null) return 'not signed: no DS record above it'
  const signed = `key tag ${tagOf(key, fault)}, ${key.algorithm}`
  if (fault !== undefined) return `${signed}, but ${zoneFaults[fault].problem}`
  if (delegated === null) return `${signed}, the trust anchor of resolvers`
  return state === 'bogus'
    ? `${signed}, but the DS record names ${tagOf(delegated)}`
    : `${signed}, as its DS record says`
}

const linksOf = (chain: readonly ChainLink[]): ChainPlot['links'] =>
  chain.map((link) => ({
    label: link.zone,
    detail: detailOf(link),
    severity:
      link.state === 'bogus' || link.fault === 'nsec-missing' ? 'critical' : link.state === 'secure' ? 'pass' : 'info',
  }))

const algorithmFinding = (algorithm: string): Finding<DnssecCheckCode> =>
  algorithm === 'RSASHA256'
    ? info(
        'dnssec-rsa',
        'The zone is signed with RSASHA256',
        'The algorithm is sound, but a signature takes 256 bytes, four times as many as with elliptic curves, and large answers fall back to TCP.',
        'Roll over to ECDSAP256SHA256 with the next key (RFC 6781, section 4.1.4).',
      )
    : pass('dnssec-algorithm', `${algorithm} is a recommended algorithm (RFC 9904)`)

const anchorFinding = (parent: string): Finding<DnssecCheckCode> =>
  pass('dnssec-parent', `The chain holds from the root down to ${parent}`)

/** Writes a zone for prose: `shop.example` without the trailing dot, a top-level domain as `.example`. */
const zoneName = (zone: string): string => (zone === '.' ? 'the root' : zone.slice(0, -1))
const parentName = (zone: string): string => (zone === '.' ? 'the root' : `.${zoneName(zone)}`)

type Judged = Pick<ReportDraft<DnssecCheckCode>, 'sentence' | 'detail' | 'findings'>

/** Judges a zone with a stated fault. */
const faulty = (domain: string, zone: string, fault: ZoneFault, parent: string): Judged => {
  const { problem, repair, state } = zoneFaults[fault]
  const detail = `The zone ${zone} has a fault: ${problem}.`
  const advice = `${repair}; then run dnssec-check on ${domain} again.`
  if (state === 'insecure')
    return {
      sentence: 'Resolvers treat the zone as unsigned, so nobody can detect a forged answer.',
      detail,
      findings: [
        info(
          'dnssec-unsigned',
          `Resolvers treat ${zone} as unsigned`,
          `${detail} They accept any answer (RFC 4035, section 5.2).`,
          advice,
        ),
        anchorFinding(parent),
      ],
    }
  const refused = state === 'bogus' ? 'all answers' : 'answers without records'
  return {
    sentence:
      state === 'bogus'
        ? 'Users of validating resolvers cannot reach this name.'
        : 'Validating resolvers fail for all that the zone lacks.',
    detail,
    findings: [
      critical(
        'dnssec-bogus',
        `Validating resolvers refuse ${refused} of ${zone}`,
        `${detail} Validating resolvers answer SERVFAIL (RFC 4035, section 5.5); the others still answer.`,
        advice,
      ),
      anchorFinding(parent),
    ],
  }
}

const insecure = (domain: string, zone: string, parent: string): Judged => ({
  sentence: 'The zone is not signed, so nobody can detect a forged answer.',
  detail: `${parent} has no DS record for ${zone}.`,
  findings: [
    info(
      'dnssec-unsigned',
      'The zone is not signed',
      `Resolvers have to accept the first answer for ${domain}, even if it is forged (RFC 4033, section 5, calls the zone insecure). Nothing is broken.`,
      `Switch on signing at your DNS provider, then give the DS record to your registrar and run dnssec-check on ${domain} again.`,
    ),
    anchorFinding(parent),
  ],
})

const bogus = (domain: string, zone: string, link: ChainLink, parent: string): Judged => {
  const [key, delegated] = [tagOf(link.key), tagOf(link.delegated)]
  return {
    sentence: 'Users of validating resolvers cannot reach this name.',
    detail: `The DS record at ${parent} names key tag ${delegated}, but ${zone} is signed with key tag ${key}.`,
    findings: [
      critical(
        'dnssec-bogus',
        `The DS record does not match the key of ${zone}`,
        `${parent} names key tag ${delegated}, but the zone uses key tag ${key}. Validating resolvers answer SERVFAIL (RFC 4035, section 5.5); the others still answer.`,
        `Have your registrar replace the DS record with one for key tag ${key}, or remove the record until the zone is repaired; then run dnssec-check on ${domain} again.`,
      ),
      anchorFinding(parent),
    ],
  }
}

const secure = (parent: string, algorithm: string): Judged => ({
  sentence: 'The chain of trust holds from the root to the zone.',
  detail: `The zone is signed with ${algorithm}, and the DS record at ${parent} matches its key.`,
  findings: [
    pass('dnssec-ds', 'The DS record matches the key that signs the zone (RFC 4035, section 5.2)'),
    anchorFinding(parent),
    algorithmFinding(algorithm),
  ],
})

const figures = ({ status }: DnssecCheckResult, { key, delegated, fault }: ChainLink, parent: string): Figure[] => [
  {
    label: 'Status',
    value: status,
    note: status === 'SECURE' ? 'validated' : status === 'BOGUS' ? 'validation fails' : 'not signed',
  },
  { label: 'Key tag of the zone', value: tagOf(key, fault), note: key?.algorithm ?? 'no key' },
  { label: 'Key tag in the DS record', value: tagOf(delegated, fault), note: `at ${parent}` },
]

const WORDS = {
  SECURE: 'holds',
  INSECURE: 'ends before the zone, which is not signed',
  BOGUS: 'breaks at the zone',
} as const

const problemOf = (world: World, domain: string): NameProblem | undefined => {
  const unreachable = whyUnreachable(world, domain)
  return unreachable === undefined || unreachable.reason === 'no-data' || unreachable.reason === 'bogus'
    ? undefined
    : nameProblem(domain, unreachable)
}

/** Puts findings about the name before findings about its zone. */
const withProblem = (judged: Judged, problem: NameProblem, zone: string): Judged => ({
  sentence: problem.sentence,
  detail: `${judged.sentence} ${judged.detail}`,
  findings: [
    problemFinding('dnssec-unresolved', problem, `this report shows the chain of ${zone}`),
    ...judged.findings,
  ],
})

function report(result: DnssecCheckResult, world: World): ReportDraft<DnssecCheckCode> {
  const { domain, status } = result
  const chain = chainTo(world, domain)
  const link = chain[chain.length - 1]
  if (link === undefined) throw new RangeError('a chain of trust starts at the root')
  const above = chain[chain.length - 2]
  const zone = zoneName(link.zone)
  const parent = above === undefined ? 'the trust anchor of resolvers' : parentName(above.zone)
  const judged =
    link.fault !== undefined
      ? faulty(domain, zone, link.fault, parent)
      : status === 'BOGUS'
        ? bogus(domain, zone, link, parent)
        : status === 'INSECURE'
          ? insecure(domain, zone, parent)
          : secure(parent, link.key?.algorithm ?? '')
  const problem = problemOf(world, domain)
  const { sentence, detail, findings } = problem === undefined ? judged : withProblem(judged, problem, zone)
  return {
    sentence,
    detail,
    findings,
    figures: figures(result, link, parent),
    plot: {
      kind: 'chain',
      caption: 'The chain of trust, from the root to the zone',
      alternative: `From the root through ${parent} to ${zone}, the chain ${WORDS[status]}.`,
      links: linksOf(chain),
    },
  }
}

/** Simulates `dnssec-check`. */
export const dnssecCheckSimulation: Simulation<string, DnssecCheckResult, DnssecCheckCode> = {
  simulate,
  report: (result, world) =>
    withDnsFaults(report(result, world), 'dnssec-queries', world, result.domain, ['DNSKEY', 'DS', 'A']),
}

import { propagationOf, type ResolverAnswer } from '../../dns/propagation.ts'
import { withDnsFaults } from '../../reports/dns-faults.ts'
import { pass } from '../../reports/finding.ts'
import { nameProblem } from '../../reports/no-address.ts'
import type { PlacesPlot } from '../../reports/plot.ts'
import type { Figure, Finding, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords, prose } from '../../reports/wording.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { authorityZoneOf, failureOf, missingOf, whyHiddenByRule } from '../../world/answers/existence.ts'
import { zoneOf } from '../../foundation/names.ts'
import { canonicalName, operatorOf } from '../../world/hosts/machines.ts'
import { propagationOf as lastChangeOf } from '../../world/answers/propagation.ts'
import { MINUTE, SECOND } from '../../foundation/units.ts'
import { isoTime } from '../../foundation/time.ts'
import type { World } from '../../world/world.ts'
import { nameserversOf } from '../../world/names/nameservers.ts'
import type { Simulation } from '../define-tool.ts'
import {
  failedFinding,
  lifetimeFinding,
  missingFinding,
  type Server,
  type Spread,
  staleFinding,
} from './dns-propagation.findings.ts'
import type { DnsPropagationCode, DnsPropagationResult } from './dns-propagation.ts'

function simulate(domain: string, world: World): DnsPropagationResult {
  const servers = propagationOf(world, domain).map(({ resolver, address, status, ttl }): Server => ({
    location: resolver.place.city,
    country: resolver.place.country,
    resolver: resolver.address,
    address,
    status,
    validates: resolver.validates,
    ttl,
  }))
  return {
    domain,
    propagation_status: servers.every(({ status }) => status === 'current') ? 'COMPLETE' : 'PARTIAL',
    servers,
  }
}

// Rounds up to the minute, so that the report never says too early that all resolvers agree.
const clock = (at: number): string => `${isoTime(at + MINUTE - 1).slice(11, 16)} UTC`

const freshFigure = ({ servers, exists, stale }: Spread, primary: string): Figure => ({
  label: stale.length === 0 ? 'Answer' : 'New answer',
  value: servers.find(({ status }) => status === 'current')?.address ?? '—',
  note: exists ? `from ${primary}` : 'no address',
})

const staleFigures = ({ stale, last, previous }: Spread): Figure[] =>
  last === undefined
    ? []
    : [
        { label: 'Old answer', value: previous, note: count(stale.length, 'resolver') },
        {
          label: 'Longest wait',
          value: String(Math.ceil(last.ttl / 60)),
          unit: 'min',
          note: `${last.location}, ${last.ttl} s left`,
        },
      ]

const figures = (spread: Spread, primary: string): Figure[] => {
  const { servers, stale, failed, isBogus, ttl, exists, outage } = spread
  const agreeing = servers.length - stale.length - failed.length
  const share = String(Math.round((agreeing / servers.length) * 100))
  return [
    { label: 'In agreement', value: share, unit: '%', note: `${agreeing} of ${servers.length} resolvers` },
    freshFigure(spread, primary),
    ...(failed.length === 0
      ? []
      : [
          {
            label: 'Refused',
            value: String(failed.length),
            note: outage?.note ?? (isBogus ? 'SERVFAIL' : 'no answer'),
          },
        ]),
    ...staleFigures(spread).slice(0, failed.length === 0 ? 2 : 1),
    ...(stale.length === 0 && exists && failed.length === 0
      ? [{ label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` }]
      : []),
  ]
}

const verdict = ({
  domain,
  servers,
  stale,
  failed,
  isBogus,
  problem,
  outage,
  agreed,
}: Spread): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const all = inWords(servers.length)
  const fresh = capitalize(inWords(servers.length - stale.length))
  if (outage !== undefined) return { sentence: outage.sentence, detail: `${outage.why}.` }
  if (failed.length > 0 && !isBogus)
    return {
      sentence: `${capitalize(inWords(failed.length))} of ${all} resolvers ${failed.length === 1 ? 'gives' : 'give'} no answer.`,
      detail: 'The others answer, so the fault is at those resolvers.',
    }
  if (failed.length > 0)
    return {
      sentence: `${capitalize(inWords(failed.length))} of ${all} resolvers refuse to answer.`,
      detail: `They validate answers, and ${domain} fails DNSSEC validation; the others answer without validation.`,
    }
  if (problem !== undefined) {
    return stale.length === 0
      ? {
          sentence: `All ${all} resolvers agree: there is no address.`,
          detail: `${problem.why}, and every resolver sees the same.`,
        }
      : {
          sentence: `${fresh} of ${all} resolvers no longer find an address.`,
          detail: `The rest still have the old answer. By ${agreed}, no resolver will have an address.`,
        }
  }
  if (stale.length === 0) {
    return {
      sentence: `All ${all} resolvers give the same answer.`,
      detail: `No resolver has an older address of ${domain}.`,
    }
  }
  return {
    sentence: `${fresh} of ${all} resolvers have the new address.`,
    detail: `The rest keep the old answer until it expires. All will agree by ${agreed}.`,
  }
}

const NOTES: Readonly<Record<Server['status'], (left: number) => string>> = {
  current: (left) => `${left} s left`,
  stale: (left) => `old, ${Math.ceil(left / 60)} min left`,
  failed: () => 'validates: SERVFAIL',
}

const placesOf = (answers: readonly ResolverAnswer[], { exists, outage }: Spread): PlacesPlot['places'] =>
  answers.map(({ resolver: { place }, status, address, ttl, failure }) => ({
    location: place.city,
    region: place.region,
    latitude: place.latitude,
    longitude: place.longitude,
    value: address ?? 'no address',
    note: outage?.note ?? (failure === undefined || failure === 'bogus' ? NOTES[status](ttl) : failure),
    severity: status === 'stale' ? 'warning' : exists && status === 'current' ? 'pass' : 'critical',
  }))

const originOf = (world: World, primary: string): NonNullable<PlacesPlot['origin']> => {
  const { city, latitude, longitude } = operatorOf(world, primary).place
  return { name: primary, location: city, latitude, longitude }
}

const inOneSentence = ({ servers, stale, failed, isBogus, exists, outage }: Spread): string => {
  if (outage !== undefined) return `${outage.title}.`
  const fresh = inWords(servers.length - stale.length - failed.length)
  if (failed.length > 0)
    return `${capitalize(fresh)} resolvers answer; ${prose(failed.map(({ location }) => location))} ${failed.length === 1 ? 'answers' : 'answer'} ${isBogus ? 'SERVFAIL' : 'nothing'}.`
  const answer = exists ? `give ${stale.length === 0 ? 'the same' : 'the new'} address` : 'find no address'
  if (stale.length === 0) return `All ${fresh} resolvers ${answer}.`
  return `${capitalize(fresh)} resolvers ${answer}; ${prose(stale.map(({ location }) => location))} ${stale.length === 1 ? 'gives' : 'give'} the old one.`
}

const waysInOneSentence = ({ stale }: Spread, { name, location }: NonNullable<PlacesPlot['origin']>): string =>
  `Lines lead from ${name} in ${location} to every resolver${stale.length === 0 ? '' : ', dashed where the answer is old'}.`

const serialFinding = (others: number): Finding<DnsPropagationCode> =>
  pass(
    'prop-serial',
    `${others === 1 ? 'Both' : `All ${inWords(others + 1)}`} nameservers have the same version of the zone`,
  )

function report(result: DnsPropagationResult, world: World): ReportDraft<DnsPropagationCode> {
  const { domain, servers } = result
  const { current, previous, ttl } = lastChangeOf(world, domain)
  const stale = servers.filter(({ status }) => status === 'stale')
  const last = stale.reduce<Server | undefined>(
    (so, server) => (so === undefined || server.ttl > so.ttl ? server : so),
    undefined,
  )
  const agreed = clock(world.at + (last?.ttl ?? 0) * SECOND)
  const replies = propagationOf(world, domain)
  const failed = servers.filter(({ status }) => status === 'failed')
  const isBogus = replies.some(({ failure }) => failure === 'bogus')
  const exists = servers.some(({ status, address }) => status === 'current' && address !== null)
  const missing = missingOf(world, domain)
  const problem = exists || missing === undefined ? undefined : nameProblem(domain, missing)
  const reason = replies.every(({ failure }) => failure !== undefined) ? failureOf(world, domain) : undefined
  const outage =
    reason === undefined || reason === 'bogus'
      ? undefined
      : nameProblem(domain, whyHiddenByRule(world, domain, 'A') ?? { reason, zone: zoneOf(domain) })
  const spread: Spread = {
    domain,
    servers,
    stale,
    failed,
    isBogus,
    exists,
    problem,
    outage,
    previous,
    ttl,
    last,
    agreed,
  }
  const [primary = '', ...others] = nameserversOf(world, authorityZoneOf(world, canonicalName(world, domain)))
  const origin = originOf(world, primary)
  const { sentence, detail } = verdict(spread)
  return {
    sentence,
    detail,
    figures: figures(spread, primary),
    findings: [
      ...(exists ? [lifetimeFinding(spread)] : missingFinding(spread)),
      ...(outage === undefined ? [staleFinding(spread)] : []),
      ...failedFinding(spread),
      ...(outage === undefined ? [serialFinding(others.length)] : []),
    ],
    plot: {
      kind: 'places',
      caption: `The answers of ${servers.length} resolvers for the ${isV6(current) ? 'AAAA' : 'A'} record of ${domain}`,
      alternative: `${inOneSentence(spread)} ${waysInOneSentence(spread, origin)}`,
      origin,
      places: placesOf(replies, spread),
    },
  }
}

/** Simulates `dns-propagation`. */
export const dnsPropagationSimulation: Simulation<string, DnsPropagationResult, DnsPropagationCode> = {
  simulate,
  report: (result, world) =>
    withDnsFaults(
      report(result, world),
      'prop-queries',
      world,
      result.domain,
      ['A'],
      result.servers.map(({ resolver }) => resolver),
    ),
}

import { pass } from '../../reports/finding.ts'
import type { PlacesPlot } from '../../reports/plot.ts'
import type { Figure, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords, prose } from '../../reports/wording.ts'
import { isV6 } from '../../world/addresses.ts'
import { operatorOf } from '../../world/operators.ts'
import { type Propagation, propagationOf } from '../../world/propagation.ts'
import { isoTime, MINUTE, SECOND } from '../../world/time.ts'
import type { World } from '../../world/world.ts'
import { aliasOf, resolves } from '../../world/aliases.ts'
import { nameserversOf } from '../../world/zones.ts'
import type { Simulation } from '../define-tool.ts'
import { lifetimeFinding, missingFinding, type Server, type Spread, staleFinding } from './dns-propagation.findings.ts'
import type { DnsPropagationResult } from './dns-propagation.ts'

function simulate(domain: string, world: World): DnsPropagationResult {
  const { answers } = propagationOf(world, domain)
  const exists = resolves(world, domain)
  const servers = answers.map(({ place, resolver, address, current, left }): Server => ({
    location: place.city,
    country: place.country,
    resolver,
    address: current && !exists ? null : address,
    status: current ? 'current' : 'stale',
    ttl: left,
  }))
  return { domain, propagation_status: answers.every(({ current }) => current) ? 'COMPLETE' : 'PARTIAL', servers }
}

// Rounded up to the minute: nobody is told too early that everyone agrees.
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
  const { servers, stale, ttl, exists } = spread
  const agreeing = servers.length - stale.length
  const share = String(Math.round((agreeing / servers.length) * 100))
  return [
    { label: 'In agreement', value: share, unit: '%', note: `${agreeing} of ${servers.length} resolvers` },
    freshFigure(spread, primary),
    ...staleFigures(spread),
    ...(stale.length === 0 && exists
      ? [{ label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` }]
      : []),
  ]
}

const verdict = ({
  domain,
  servers,
  stale,
  exists,
  target,
  agreed,
}: Spread): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const all = inWords(servers.length)
  const fresh = capitalize(inWords(servers.length - stale.length))
  if (!exists) {
    return stale.length === 0
      ? {
          sentence: `All ${all} agree: there is no address.`,
          detail: `${domain} ${target === undefined ? 'does not exist' : 'is an alias that leads nowhere'}, and that is what everybody sees.`,
        }
      : {
          sentence: `${fresh} of ${all} find no address any more.`,
          detail: `The rest live on the old answer. By ${agreed} nobody finds it.`,
        }
  }
  if (stale.length === 0) {
    return { sentence: `All ${all} give the same answer.`, detail: `No resolver holds an older address of ${domain}.` }
  }
  return {
    sentence: `${fresh} of ${all} have the new address.`,
    detail: `The rest keep the old answer until its time runs out. Everyone agrees by ${agreed}.`,
  }
}

const placesOf = ({ answers }: Propagation, { servers, exists }: Spread): PlacesPlot['places'] =>
  answers.map(({ place, current, left }, index) => ({
    location: place.city,
    region: place.region,
    latitude: place.latitude,
    longitude: place.longitude,
    value: servers[index]?.address ?? 'no address',
    note: current ? `${left} s left` : `old, ${Math.ceil(left / 60)} min left`,
    severity: !current ? 'warning' : exists ? 'pass' : 'critical',
  }))

const originOf = (world: World, primary: string): NonNullable<PlacesPlot['origin']> => {
  const { city, latitude, longitude } = operatorOf(world, primary).place
  return { name: primary, location: city, latitude, longitude }
}

const inOneSentence = ({ servers, stale, exists }: Spread): string => {
  const fresh = inWords(servers.length - stale.length)
  const answer = exists ? `give ${stale.length === 0 ? 'the same' : 'the new'} address` : 'find no address'
  if (stale.length === 0) return `All ${fresh} resolvers ${answer}.`
  return `${capitalize(fresh)} resolvers ${answer}; ${prose(stale.map(({ location }) => location))} ${stale.length === 1 ? 'gives' : 'give'} the old one.`
}

const waysInOneSentence = ({ stale }: Spread, { name, location }: NonNullable<PlacesPlot['origin']>): string =>
  `Lines lead to them from ${name} in ${location}${stale.length === 0 ? '' : ', dashed where the answer is old'}.`

function report(result: DnsPropagationResult, world: World): ReportDraft {
  const { domain, servers } = result
  const propagation = propagationOf(world, domain)
  const { current, previous, ttl } = propagation
  const stale = servers.filter(({ status }) => status === 'stale')
  const last = stale.reduce<Server | undefined>(
    (so, server) => (so === undefined || server.ttl > so.ttl ? server : so),
    undefined,
  )
  const agreed = clock(world.at + (last?.ttl ?? 0) * SECOND)
  const exists = resolves(world, domain)
  const target = aliasOf(world, domain)?.target
  const spread: Spread = { domain, servers, stale, exists, target, previous, ttl, last, agreed }
  const [primary = '', ...others] = nameserversOf(world, domain)
  const origin = originOf(world, primary)
  return {
    ...verdict(spread),
    figures: figures(spread, primary),
    findings: [
      ...(exists ? [lifetimeFinding(spread)] : [missingFinding(spread)]),
      staleFinding(spread),
      pass('prop-answers', `All ${inWords(servers.length)} resolvers answer`),
      pass(
        'prop-serial',
        `${others.length === 1 ? 'Both' : `All ${inWords(others.length + 1)}`} name servers hold the same version of the zone`,
      ),
    ],
    plot: {
      kind: 'places',
      caption: `What ${servers.length} resolvers answer for the ${isV6(current) ? 'AAAA' : 'A'} record of ${domain}`,
      alternative: `${inOneSentence(spread)} ${waysInOneSentence(spread, origin)}`,
      origin,
      places: placesOf(propagation, spread),
    },
  }
}

/** Simulates `dns-propagation`. */
export const dnsPropagationSimulation: Simulation<string, DnsPropagationResult> = { simulate, report }

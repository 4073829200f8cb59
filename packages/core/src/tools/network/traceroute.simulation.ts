import { noAddress } from '../../reports/no-address.ts'
import type { HopsPlot } from '../../reports/plot.ts'
import type { Figure, ReportDraft, Severity } from '../../reports/report.ts'
import { specialBlockAt, unreachableAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { count, inWords, milliseconds } from '../../reports/wording.ts'
import type { Network } from '../../network/networks.ts'
import { pathOf } from '../../network/paths.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { operatorOf } from '../../world/hosts/machines.ts'
import { distanceTime, vantage } from '../../world/hosts/places.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import {
  destination,
  isExplained,
  lossFindings,
  noReplyFindings,
  routerFindings,
  SPARE,
  stepFinding,
} from './traceroute.findings.ts'
import { type Trace, traceOf } from './traceroute.trace.ts'
import type { TracerouteCode, TracerouteResult } from './traceroute.ts'

function simulate(host: string, world: World): TracerouteResult {
  const path = resolves(world, host) ? pathOf(world, host) : undefined
  const hops = (path?.hops ?? []).map(({ address, hostname, times: [time1, time2, time3] }, index) => ({
    hop: index + 1,
    ip: address,
    hostname,
    time1,
    time2,
    time3,
  }))
  return { host, hops }
}

const describe = ({ asn, organization, place }: Network): string => `AS${asn} ${organization}, ${place.city}`

const arrives = ({ rows, heard }: Trace): boolean => rows.length === heard

const markOf = (hop: number, trace: Trace): Severity | undefined => {
  const { lossFrom, isolated, silent, varying, heard } = trace
  if (!arrives(trace)) return hop > heard ? 'critical' : undefined
  if (silent.includes(hop) || isolated.includes(hop)) return 'info'
  for (const other of varying) if (other.hop === hop) return 'info'
  return lossFrom !== undefined && hop >= lossFrom ? 'critical' : undefined
}

const plotOf = (trace: Trace, networks: readonly string[]): HopsPlot => ({
  kind: 'hops',
  caption: 'Round-trip time at each hop, median of three probes',
  alternative:
    trace.rows.length === 0
      ? 'No probe was sent.'
      : !arrives(trace)
        ? `${count(trace.rows.length, 'hop')} to ${trace.host}; the last that answers is hop ${trace.heard}.`
        : `${count(trace.rows.length, 'hop')} to ${trace.host} in ${milliseconds(trace.end)} ms; the largest step is ${milliseconds(trace.step.cost)} ms, at hop ${trace.step.to}.`,
  hops: trace.rows.map(({ hop, hostname, ip, times, median }, index) => {
    const network = networks[index] ?? ''
    // As in traceroute programs, a hop without a name is shown by its address.
    const name = hostname ?? ip
    const mark = markOf(hop, trace)
    return mark === undefined
      ? { hop, network, hostname: name, ip, times, median }
      : { hop, network, hostname: name, ip, times, median, mark }
  }),
})

const figures = ({ rows, silent, end, step, answered, heard }: Trace, city: string): Figure[] => [
  {
    label: 'Hops',
    value: String(rows.length),
    note: silent.length === 0 ? 'all answered' : `${rows.length - silent.length} answered, ${silent.length} silent`,
  },
  {
    label: 'Time to the end',
    ...(heard === rows.length
      ? {
          value: milliseconds(end),
          unit: 'ms',
          note: city === vantage.city ? `within ${city}` : `${vantage.city} to ${city} and back`,
        }
      : { value: '—', note: 'the destination is silent' }),
  },
  {
    label: 'Largest step',
    value: `+${milliseconds(step.cost)}`,
    unit: 'ms',
    note: `hop ${step.from} to hop ${step.to}`,
  },
  {
    label: 'Probes answered',
    value: String(answered),
    unit: `of ${rows.length * 3}`,
    note:
      answered === rows.length * 3
        ? 'none was lost'
        : count(rows.length * 3 - answered, 'probe') + ' without an answer',
  },
]

const verdict = (
  { lossFrom, rows, end, step }: Trace,
  far: number,
  city: string,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const cost = `Hop ${step.to} adds ${milliseconds(step.cost)} ms`
  if (lossFrom !== undefined)
    return {
      sentence: `The probes arrive, but some are lost from hop ${lossFrom} on.`,
      detail: 'From there to the end, every hop that replies misses at least one probe.',
    }
  if (!isExplained(step, far))
    return {
      sentence: `The probes arrive, but hop ${step.to} adds ${milliseconds(step.cost)} ms.`,
      detail: `The distance to ${city} accounts for about ${milliseconds(far)} ms.`,
    }
  if (step.cost >= SPARE && step.cost > end / 2)
    return {
      sentence: 'The probes arrive, and one hop takes most of the time.',
      detail: `${cost} between ${vantage.city} and ${city}. The reason is the distance, not a fault.`,
    }
  return {
    sentence: `The probes arrive in ${milliseconds(end)} ms over ${inWords(rows.length)} hops.`,
    detail: `No single hop stands out; the largest step is ${milliseconds(step.cost)} ms.`,
  }
}

function report(result: TracerouteResult, world: World, host: string): ReportDraft<TracerouteCode> {
  const trace = traceOf(result)
  if (trace.rows.length === 0) {
    const special = specialBlockAt(world, host)
    const address = addressOf(world, host)
    return {
      sentence: special === undefined ? 'There is no address to trace to.' : 'There is no route to this address.',
      detail:
        special === undefined
          ? `${host} has no address, so there is no route to trace.`
          : whatIsSpecial(address, special),
      figures: [
        { label: 'Hops', value: '0' },
        { label: 'Time to the end', value: '—', note: 'no destination' },
      ],
      findings: [
        special === undefined
          ? noAddress('trace-unresolved', world, host, 'there is nowhere to send a probe')
          : unreachableAddress('trace-special', address, special, 'there is no router that would pass a probe on'),
      ],
      plot: plotOf(trace, []),
    }
  }
  const address = addressOf(world, host)
  const { place } = operatorOf(world, host)
  const far = distanceTime(vantage, place)
  return {
    ...(arrives(trace)
      ? verdict(trace, far, place.city)
      : {
          sentence: 'The host does not answer.',
          detail: `The probes pass hop ${trace.heard}, and ${address} does not reply.`,
        }),
    figures: figures(trace, place.city),
    findings: arrives(trace)
      ? [
          ...lossFindings(trace),
          ...routerFindings(trace),
          stepFinding(trace.step, far, place.city),
          ...destination(world, host, address, trace.rows[trace.rows.length - 1]?.ip ?? null),
        ]
      : noReplyFindings(trace, address),
    plot: plotOf(
      trace,
      (pathOf(world, host)?.hops ?? []).map(({ network }) => describe(network)),
    ),
  }
}

/** Simulates `traceroute`. */
export const tracerouteSimulation: Simulation<string, TracerouteResult, TracerouteCode> = {
  simulate,
  report,
}

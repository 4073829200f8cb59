import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { specialBlockAt, unreachableAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { capitalize, inWords, milliseconds } from '../../reports/wording.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { pathQualityOf, pingTimesOf } from '../../network/paths.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf, operatorOf } from '../../world/hosts/machines.ts'
import { decimals } from '../../foundation/mapping.ts'
import { vantage } from '../../world/hosts/places.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import type { PingTestCode, PingTestResult } from './ping-test.ts'

const PACKETS = 10

function simulate(host: string, world: World): PingTestResult {
  const times = resolves(world, host) ? pingTimesOf(world, host, PACKETS) : Array<null>(PACKETS).fill(null)
  let received = 0
  let sum = 0
  let least = Infinity
  let most = 0
  for (const time of times) {
    if (time === null) continue
    received++
    sum += time
    least = Math.min(least, time)
    most = Math.max(most, time)
  }
  const ttl = received === 0 ? null : (pathQualityOf(world, host)?.ttl ?? null)
  return {
    host,
    packets_sent: PACKETS,
    packets_received: received,
    packet_loss: decimals(((PACKETS - received) / PACKETS) * 100, 1),
    min_time: received === 0 ? null : least,
    avg_time: received === 0 ? null : decimals(sum / received, 3),
    max_time: received === 0 ? null : most,
    results: times.map((time, index) => ({ sequence: index + 1, time, ttl: time === null ? null : ttl })),
  }
}

const loss = ({ packets_sent, packets_received, packet_loss, host }: PingTestResult): Finding<PingTestCode> => {
  const lost = packets_sent - packets_received
  if (lost === 0) return pass('ping-no-loss', `All ${inWords(packets_sent)} packets came back`)
  const title = `${capitalize(inWords(lost))} of ${inWords(packets_sent)} packets ${lost === 1 ? 'was' : 'were'} lost`
  const detail = 'Lost packets are sent again by TCP, so pages load unevenly and calls drop out.'
  const advice = `Run traceroute to ${host} and look for the first hop after which the loss continues.`
  return packet_loss >= 10
    ? critical('ping-loss', title, detail, advice)
    : warning('ping-some-loss', title, detail, advice)
}

const jitter = (spread: number, average: number): Finding<PingTestCode> =>
  spread > average * 0.25 && spread > 5
    ? warning(
        'ping-jitter',
        `Times vary by ${milliseconds(spread)} ms`,
        'Calls and games suffer more from this than from a long but steady time.',
        'The line may be saturated: ping again while it carries no other traffic.',
      )
    : pass('ping-steady', `Times are steady: ${milliseconds(spread)} ms between fastest and slowest`)

const distance = (average: number, city: string): Finding<PingTestCode> =>
  average > 150
    ? info(
        'ping-far',
        `${milliseconds(average)} ms is a long way`,
        `The host is in ${city}; light in glass needs most of that time from ${vantage.city}.`,
        `Put a copy of the service nearer to its users.`,
      )
    : pass(
        'ping-near',
        city === vantage.city
          ? `${milliseconds(average)} ms fits a host in ${city}`
          : `${milliseconds(average)} ms fits the distance from ${vantage.city} to ${city}`,
      )

const sentence = (result: PingTestResult, average: number): string => {
  const lost = result.packets_sent - result.packets_received
  if (lost === 0) return `The host answers in ${milliseconds(average)} ms, every time.`
  return `The host answers, but ${inWords(lost)} of ${inWords(result.packets_sent)} packets ${lost === 1 ? 'was' : 'were'} lost.`
}

function report(result: PingTestResult, world: World): ReportDraft<PingTestCode> {
  const { host, packets_sent, packets_received, packet_loss, min_time, avg_time, max_time, results } = result
  const plot: ReportDraft['plot'] = {
    kind: 'latency',
    caption: 'Round-trip time of each packet',
    alternative: `${packets_received} of ${packets_sent} packets came back${avg_time === null ? '' : `, on average after ${milliseconds(avg_time)} ms`}.`,
    packets: results.map(({ sequence, time }) => ({ sequence, time })),
  }
  const loses = {
    label: 'Packets lost',
    value: String(packets_sent - packets_received),
    unit: `of ${packets_sent}`,
    note: `${packet_loss} %`,
  }
  if (min_time === null && resolves(world, host) && machineOf(world, host).special === undefined) {
    const address = addressOf(world, host)
    return {
      sentence: 'The host does not answer.',
      detail: `No packet came back from ${address}.`,
      figures: [loses, { label: 'Average', value: '—', note: 'nothing came back' }],
      findings: [
        critical(
          'ping-no-reply',
          `${address} does not answer`,
          'The address has a route, but no machine there replies.',
          host === address
            ? `Start the machine at ${address}, or remove the address from DNS.`
            : `Start the machine at ${address}, or remove the address from the records of ${host}.`,
        ),
      ],
      plot,
    }
  }
  if (min_time === null || avg_time === null || max_time === null) {
    const special = specialBlockAt(world, host)
    const address = addressOf(world, host)
    return {
      sentence: special === undefined ? 'There is no host to answer.' : 'There is no route to this address.',
      detail: special === undefined ? `${host} has no address to send packets to.` : whatIsSpecial(address, special),
      figures: [loses, { label: 'Average', value: '—', note: 'nothing came back' }],
      findings: [
        special === undefined
          ? noAddress('ping-unresolved', world, host, 'there is no host to send a packet to')
          : unreachableAddress('ping-special', address, special, 'no packet arrives'),
      ],
      plot,
    }
  }
  const address = addressOf(world, host)
  const { place, name } = operatorOf(world, host)
  const spread = max_time - min_time
  return {
    sentence: sentence(result, avg_time),
    detail: `${address} is at ${name} in ${place.city}${isV6(address) ? ', reached over IPv6' : ''}.`,
    figures: [
      {
        label: 'Average',
        value: milliseconds(avg_time),
        unit: 'ms',
        note: place.city === vantage.city ? `within ${place.city}` : `${vantage.city} to ${place.city} and back`,
      },
      loses,
      { label: 'Fastest', value: milliseconds(min_time), unit: 'ms' },
      { label: 'Slowest', value: milliseconds(max_time), unit: 'ms', note: `${milliseconds(spread)} ms between them` },
    ],
    findings: [loss(result), jitter(spread, avg_time), distance(avg_time, place.city)],
    plot,
  }
}

/** Simulates `ping-test`. */
export const pingTestSimulation: Simulation<string, PingTestResult, PingTestCode> = { simulate, report }

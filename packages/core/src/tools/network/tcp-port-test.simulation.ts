import type { Endpoint } from '../../inputs/inputs.ts'
import type { DialoguePlot } from '../../reports/plot.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { whatIsSpecial } from '../../reports/special-address.ts'
import { milliseconds } from '../../reports/wording.ts'
import { withPort } from '../../foundation/addresses.ts'
import { portOf } from '../../network/ports.ts'
import { addressOf } from '../../world/hosts/hosts.ts'
import { machineOf, operatorOf } from '../../world/hosts/machines.ts'
import { vantage } from '../../world/hosts/places.ts'
import { serviceOf } from '../../world/hosts/ports.ts'
import { CONNECT_TIMEOUT } from '../../world/hosts/reach.ts'
import type { World } from '../../world/world.ts'
import { resolves } from '../../world/answers/existence.ts'
import type { Simulation } from '../define-tool.ts'
import { type Answer, findingsOf, isRetried } from './tcp-port-test.findings.ts'
import type { TcpPortTestCode, TcpPortTestResult } from './tcp-port-test.ts'

function simulate({ host, port }: Endpoint, world: World): TcpPortTestResult {
  const found = resolves(world, host) ? portOf(world, host, port) : undefined
  return {
    host,
    port,
    status: found?.state === 'open' ? 'OPEN' : 'CLOSED',
    response_time: found?.time ?? null,
    service: serviceOf(port),
  }
}

const answerOf = ({ host, status, response_time }: TcpPortTestResult, world: World): Answer => {
  if (status === 'OPEN') return 'open'
  if (response_time !== null) return 'refused'
  if (!resolves(world, host)) return 'unresolved'
  return machineOf(world, host).special === undefined ? 'silent' : 'special'
}

// The times at which an unanswered SYN is sent again, in milliseconds: after 1 s, then after twice the time for each retry (RFC 6298).
const RETRIES = [1000, 3000, 7000] as const
const RETRY = 'SYN again: no answer yet'

const linesOf = (answer: Answer, port: number, time: number): DialoguePlot['lines'] => {
  const line = (from: 'us' | 'them', text: string, at: number, severity: Finding['severity'] = 'pass') => ({
    from,
    text,
    at,
    severity,
  })
  if (answer === 'unresolved' || answer === 'special') return []
  const syn = line('us', `SYN: request to connect to port ${port}`, 0)
  const asked = isRetried(time) ? [syn, line('us', RETRY, RETRIES[0], 'info')] : [syn]
  if (answer === 'open') return [...asked, line('them', 'SYN-ACK: accepted', time), line('us', 'ACK: connected', time)]
  if (answer === 'refused') return [...asked, line('them', 'RST: refused on this port', time, 'critical')]
  return [
    syn,
    ...RETRIES.map((at) => line('us', RETRY, at, 'warning')),
    line('us', 'Given up: nothing came back', CONNECT_TIMEOUT, 'critical'),
  ]
}

const ALTERNATIVES: Readonly<Record<Answer, (time: string) => string>> = {
  open: (time) => `The client asked to connect, and the host accepted after ${time} ms.`,
  refused: (time) => `The client asked to connect, and the host refused after ${time} ms.`,
  silent: () => `The client asked four times, and nothing came back within ${CONNECT_TIMEOUT / 1000} s.`,
  unresolved: () => 'No packet was sent: there is no address.',
  special: () => 'No packet was sent: there is no route.',
}

const sentence = (answer: Answer, port: number, time: string): string => {
  if (answer === 'open') return `Port ${port} is open and answers in ${time} ms.`
  if (answer === 'refused') return `Port ${port} is closed: the host is up and refuses connections.`
  if (answer === 'special') return 'There is no route to this address.'
  return answer === 'silent' ? `Port ${port} stays silent.` : 'There is no address to connect to.'
}

const figures = (
  answer: Answer,
  { status, service, response_time }: TcpPortTestResult,
  time: string,
  city: string,
): ReportDraft['figures'] => [
  {
    label: 'Status',
    value: status === 'OPEN' ? 'open' : 'closed',
    note: {
      open: 'SYN-ACK came back',
      refused: 'RST came back',
      silent: 'nothing came back',
      unresolved: 'no address',
      special: 'no route',
    }[answer],
  },
  answer === 'open' || answer === 'refused'
    ? {
        label: 'Answer',
        value: time,
        unit: 'ms',
        note: isRetried(response_time ?? 0)
          ? 'the first SYN was lost'
          : city === vantage.city
            ? `within ${city}`
            : `${vantage.city} to ${city} and back`,
      }
    : {
        label: 'Answer',
        value: '—',
        note: answer === 'silent' ? `given up after ${CONNECT_TIMEOUT / 1000} s` : 'no packet was sent',
      },
  { label: 'Service', value: service, note: service === 'unknown' ? 'not a known port' : 'by its number only' },
]

function report(result: TcpPortTestResult, world: World): ReportDraft<TcpPortTestCode> {
  const { host, port } = result
  const answer = answerOf(result, world)
  const address = answer === 'unresolved' ? host : addressOf(world, host)
  const { special } = machineOf(world, host)
  const { name, place } = operatorOf(world, host)
  const time = milliseconds(result.response_time ?? 0)
  return {
    sentence: sentence(answer, port, time),
    detail:
      answer === 'unresolved'
        ? `${host} has no address, so none of its ports can be tried.`
        : special === undefined
          ? `${address} is at ${name} in ${place.city}.`
          : whatIsSpecial(address, special),
    figures: figures(answer, result, time, place.city),
    findings: findingsOf(answer, result, address, world),
    plot: {
      kind: 'dialogue',
      caption: 'The handshake, in milliseconds since the first packet',
      alternative: ALTERNATIVES[answer](time),
      peer: withPort(host, port),
      lines: linesOf(answer, port, result.response_time ?? 0),
    },
  }
}

/** Simulates `tcp-port-test`. */
export const tcpPortTestSimulation: Simulation<Endpoint, TcpPortTestResult, TcpPortTestCode> = {
  simulate,
  report,
}

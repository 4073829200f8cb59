import type { Endpoint } from '../../inputs/inputs.ts'
import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { DialoguePlot } from '../../reports/plots/plot.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { milliseconds } from '../../reports/wording.ts'
import { withPort } from '../../world/addresses.ts'
import { addressOf } from '../../world/hosts.ts'
import { operatorOf } from '../../world/operators.ts'
import { vantage } from '../../world/places.ts'
import { serviceOf } from '../../world/ports.ts'
import { CONNECT_TIMEOUT, portOf } from '../../world/reach.ts'
import type { World } from '../../world/world.ts'
import { aliasOf, resolves } from '../../world/aliases.ts'
import type { Simulation } from '../define-tool.ts'
import type { TcpPortTestResult } from './tcp-port-test.ts'

function simulate({ host, port }: Endpoint, world: World): TcpPortTestResult {
  const service = serviceOf(port)
  if (!resolves(world, host)) return { host, port, status: 'CLOSED', response_time: null, service }
  const { open, answer, time } = portOf(world, host, port)
  return { host, port, status: open ? 'OPEN' : 'CLOSED', response_time: answer === 'silent' ? null : time, service }
}

type Answer = 'accepted' | 'refused' | 'silent' | 'unresolved'

const answerOf = ({ host, status, response_time }: TcpPortTestResult, world: World): Answer => {
  if (status === 'OPEN') return 'accepted'
  if (response_time !== null) return 'refused'
  return resolves(world, host) ? 'silent' : 'unresolved'
}

// Passwords cross the network readable on these, unless the server insists on STARTTLS.
const CLEARTEXT = new Map([
  [21, 'SFTP on port 22'],
  [110, 'POP3S on port 995 (RFC 8314, section 3)'],
  [143, 'IMAPS on port 993 (RFC 8314, section 3)'],
])

// Doors that scanners try all day and that no stranger needs.
const PRIVATE = new Map([
  [23, 'Telnet'],
  [445, 'file sharing'],
  [1433, 'a database'],
  [3306, 'a database'],
  [3389, 'a remote desktop'],
  [5432, 'a database'],
  [6379, 'a data store'],
  [9200, 'a search index'],
  [11211, 'a cache'],
  [27017, 'a database'],
])

const exposure = ({ host, port, service }: TcpPortTestResult): Finding[] => {
  const instead = CLEARTEXT.get(port)
  if (instead !== undefined) {
    return [
      warning(
        'tcp-cleartext',
        `${service} sends passwords readable`,
        `Port ${port} starts without encryption, and anyone on the way may listen.`,
        `Offer ${instead} and close ${port}.`,
      ),
    ]
  }
  const door = PRIVATE.get(port)
  if (door !== undefined) {
    return [
      warning(
        'tcp-exposed',
        `Port ${port} usually leads to ${door}`,
        'Scanners find such a port within hours, and it is seldom meant for strangers.',
        `Let only your own networks reach ${port}, or put it behind a VPN.`,
      ),
    ]
  }
  if (port === 80)
    return [
      info(
        'tcp-http',
        'Port 80 is not encrypted',
        'Browsers try it first for an address typed by hand.',
        `Redirect it to port 443 and run https-test on ${host}.`,
      ),
    ]
  if (service === 'unknown')
    return [
      info(
        'tcp-unknown-service',
        `Port ${port} has no known service`,
        'An open port alone does not tell what listens behind it.',
      ),
    ]
  return []
}

const silent = ({ host, port }: TcpPortTestResult): Finding =>
  critical(
    'tcp-silent',
    `Port ${port} gives no answer`,
    `No SYN-ACK and no RST within ${CONNECT_TIMEOUT / 1000} s: a filter drops the packets, or the host is down.`,
    `Run ping-test on ${host}: if it answers, look for the rule that drops port ${port}; if not, run traceroute.`,
  )

const refused = ({ port }: TcpPortTestResult, address: string): Finding =>
  critical(
    'tcp-refused',
    `Port ${port} refuses connections`,
    'A RST came back: the host is up, but nothing listens there, or a firewall rejects.',
    `On the host, run ss -ltn and look for port ${port}: the service may be stopped or listen on localhost instead of ${address}.`,
  )

// When a SYN stays unanswered, it is sent again after 1 s, then twice as long each time (RFC 6298).
const RETRIES = [1000, 3000, 7000] as const

const linesOf = (answer: Answer, port: number, time: number): DialoguePlot['lines'] => {
  const line = (from: 'us' | 'them', text: string, at: number, severity: Finding['severity'] = 'pass') => ({
    from,
    text,
    at,
    severity,
  })
  if (answer === 'unresolved') return []
  const syn = line('us', `SYN: may I connect to port ${port}?`, 0)
  if (answer === 'accepted')
    return [syn, line('them', 'SYN-ACK: yes, come in', time), line('us', 'ACK: connected', time)]
  if (answer === 'refused') return [syn, line('them', 'RST: no, not on this port', time, 'critical')]
  return [
    syn,
    ...RETRIES.map((at) => line('us', 'SYN again: nobody answered', at, 'warning')),
    line('us', 'Given up: not a word came back', CONNECT_TIMEOUT, 'critical'),
  ]
}

const ALTERNATIVES: Readonly<Record<Answer, (time: string) => string>> = {
  accepted: (time) => `We asked to connect, and the host accepted after ${time} ms.`,
  refused: (time) => `We asked to connect, and the host refused after ${time} ms.`,
  silent: () => `We asked four times, and nothing came back within ${CONNECT_TIMEOUT / 1000} s.`,
  unresolved: () => 'Nobody was asked, for there is no address.',
}

const sentence = (answer: Answer, port: number, time: string): string => {
  if (answer === 'accepted') return `Port ${port} is open and answers in ${time} ms.`
  if (answer === 'refused') return `Port ${port} is closed: the host is there and says no.`
  return answer === 'silent' ? `Port ${port} stays silent.` : 'There is no address to connect to.'
}

const figures = (
  answer: Answer,
  { status, service }: TcpPortTestResult,
  time: string,
  city: string,
): ReportDraft['figures'] => [
  {
    label: 'Status',
    value: status === 'OPEN' ? 'open' : 'closed',
    note: {
      accepted: 'SYN-ACK came back',
      refused: 'RST came back',
      silent: 'nothing came back',
      unresolved: 'no address',
    }[answer],
  },
  answer === 'silent' || answer === 'unresolved'
    ? {
        label: 'Answer',
        value: '—',
        note: answer === 'silent' ? `given up after ${CONNECT_TIMEOUT / 1000} s` : 'nobody was asked',
      }
    : {
        label: 'Answer',
        value: time,
        unit: 'ms',
        note: city === vantage.city ? `within ${city}` : `${vantage.city} to ${city} and back`,
      },
  { label: 'Service', value: service, note: service === 'unknown' ? 'not a known port' : 'by its number alone' },
]

const findingsOf = (answer: Answer, result: TcpPortTestResult, address: string, world: World): Finding[] => {
  if (answer === 'unresolved')
    return [
      noAddress('tcp-unresolved', result.host, aliasOf(world, result.host)?.target, 'there is nobody to connect to'),
    ]
  const exists = result.host === address ? [] : [pass('tcp-address', `${result.host} has an address: ${address}`)]
  if (answer === 'refused') return [refused(result, address), ...exists]
  if (answer === 'silent') return [silent(result), ...exists]
  return [...exposure(result), pass('tcp-open', `Port ${result.port} accepts connections`), ...exists]
}

function report(result: TcpPortTestResult, world: World): ReportDraft {
  const { host, port } = result
  const answer = answerOf(result, world)
  const address = answer === 'unresolved' ? host : addressOf(world, host)
  const { name, place } = operatorOf(world, host)
  const time = milliseconds(result.response_time ?? 0)
  return {
    sentence: sentence(answer, port, time),
    detail:
      answer === 'unresolved'
        ? `${host} leads nowhere, so no port of it can be tried.`
        : `${address} stands at ${name} in ${place.city}.`,
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
export const tcpPortTestSimulation: Simulation<Endpoint, TcpPortTestResult> = { simulate, report }

import { critical, info, pass, warning } from '../../reports/finding.ts'
import { noAddress } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { unreachableAddress } from '../../reports/special-address.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { CONNECT_TIMEOUT } from '../../world/hosts/reach.ts'
import type { World } from '../../world/world.ts'
import type { TcpPortTestCode, TcpPortTestResult } from './tcp-port-test.ts'

/** The outcome of a connection. */
export type Answer = 'open' | 'refused' | 'silent' | 'unresolved' | 'special'

// Ports on which passwords cross the network unencrypted, unless the server requires STARTTLS.
const CLEARTEXT = new Map([
  [21, 'SFTP on port 22'],
  [110, 'POP3S on port 995 (RFC 8314, section 3)'],
  [143, 'IMAPS on port 993 (RFC 8314, section 3)'],
])

// Services that scanners constantly probe and that should not be public.
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

const exposure = ({ host, port, service }: TcpPortTestResult): Finding<TcpPortTestCode>[] => {
  const instead = CLEARTEXT.get(port)
  if (instead !== undefined) {
    return [
      warning(
        'tcp-cleartext',
        `${service} sends passwords in clear text`,
        `Port ${port} starts without encryption, and anyone on the route can read it.`,
        `Offer ${instead} and close ${port}.`,
      ),
    ]
  }
  const exposed = PRIVATE.get(port)
  if (exposed !== undefined) {
    return [
      warning(
        'tcp-exposed',
        `Port ${port} usually belongs to ${exposed}`,
        'Scanners find such a port within hours, and it is seldom meant to be public.',
        `Let only your own networks reach port ${port}, or put it behind a VPN.`,
      ),
    ]
  }
  if (port === 80)
    return [
      info(
        'tcp-http',
        'Port 80 is not encrypted',
        'Old links and programs still use it, and anyone on the route can read the traffic or answer in place of the host.',
        `Make sure that it only redirects to HTTPS, and run https-test on ${host}.`,
      ),
    ]
  if (service === 'unknown')
    return [
      info(
        'tcp-unknown-service',
        `Port ${port} has no known service`,
        'An open port does not show which service listens on it.',
      ),
    ]
  return []
}

/** Returns whether the second SYN got the reply: a reply to the first SYN takes less than a second. */
export const isRetried = (time: number): boolean => time >= 1000

const retried = ({ host, response_time }: TcpPortTestResult): Finding<TcpPortTestCode>[] =>
  response_time !== null && isRetried(response_time)
    ? [
        info(
          'tcp-syn-lost',
          'The first SYN was lost',
          'It is sent again after a second (RFC 6298, section 2.1), so the connection takes that much longer.',
          `Run ping-test on ${host}: it shows how many packets are lost.`,
        ),
      ]
    : []

const silent = ({ host, port }: TcpPortTestResult): Finding<TcpPortTestCode> =>
  critical(
    'tcp-silent',
    `Port ${port} gives no answer`,
    `No SYN-ACK and no RST within ${CONNECT_TIMEOUT / 1000} s: a filter drops the packets, or the host is down.`,
    `Run ping-test on ${host}: if it answers, look for the rule that drops port ${port}; if not, run traceroute.`,
  )

const refused = ({ port }: TcpPortTestResult, address: string): Finding<TcpPortTestCode> =>
  critical(
    'tcp-refused',
    `Port ${port} refuses connections`,
    'An RST came back: the host is up, but nothing listens there, or a firewall rejects connections.',
    `On the host, run ss -ltn and look for port ${port}: the service may be stopped or listen on localhost instead of ${address}.`,
  )

/** Reports the meaning of the outcome: which service is open, or why there is none. */
export const findingsOf = (
  answer: Answer,
  result: TcpPortTestResult,
  address: string,
  world: World,
): Finding<TcpPortTestCode>[] => {
  if (answer === 'unresolved')
    return [noAddress('tcp-unresolved', world, result.host, 'there is no host to connect to')]
  const { special } = machineOf(world, result.host)
  if (special !== undefined) return [unreachableAddress('tcp-special', address, special, 'no connection is possible')]
  const exists = result.host === address ? [] : [pass('tcp-address', `${result.host} has an address: ${address}`)]
  if (answer === 'refused') return [refused(result, address), ...retried(result), ...exists]
  if (answer === 'silent') return [silent(result), ...exists]
  return [
    ...exposure(result),
    ...retried(result),
    pass('tcp-open', `Port ${result.port} accepts connections`),
    ...exists,
  ]
}

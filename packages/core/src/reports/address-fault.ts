import { addressFaultOf } from '../world/hosts/hosts.ts'
import type { World } from '../world/world.ts'
import { warning } from './finding.ts'
import type { Finding } from './report.ts'

/** The end of the code of a finding about a fault of some of a host's addresses. */
type Ending = 'ipv6-silent' | 'ipv6-refused' | 'first-silent'

const TITLES: Readonly<Record<Ending, string>> = {
  'ipv6-silent': 'The IPv6 address does not answer',
  'ipv6-refused': 'The IPv6 address refuses connections',
  'first-silent': 'The first address does not answer',
}

const DETAILS: Readonly<Record<Ending, string>> = {
  'ipv6-silent': 'Browsers try it first and IPv4 soon after (RFC 8305). Programs without that rule wait for a timeout.',
  'ipv6-refused': 'Most programs then try IPv4 at once. Programs that give up after the first error fail.',
  'first-silent':
    'Programs that try only the first address never connect, and the others wait before they try the next.',
}

/** Reports a host of which some addresses accept no connections while another does. `prefix` starts the code of the finding. */
export const addressFaultFindings = <Prefix extends string>(
  prefix: Prefix,
  world: World,
  host: string,
): Finding<`${Prefix}-${Ending}`>[] => {
  const fault = addressFaultOf(world, host)
  if (fault === undefined) return []
  const { kind, broken, next } = fault
  return [
    warning(
      `${prefix}-${kind}`,
      `${TITLES[kind]}: ${broken}`,
      `${DETAILS[kind]} ${next} accepts connections.`,
      `Repair the listener and the firewall on ${broken}, or remove the address from the records of ${host}.`,
    ),
  ]
}

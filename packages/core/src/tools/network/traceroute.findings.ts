import { critical, info, pass, warning } from '../../reports/finding.ts'
import { whyUnconfirmed } from '../../reports/no-address.ts'
import type { Finding } from '../../reports/report.ts'
import { capitalize, milliseconds, prose } from '../../reports/wording.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { reverseAt } from '../../world/hosts/hosts.ts'
import { machineOf } from '../../world/hosts/machines.ts'
import { vantage } from '../../world/hosts/places.ts'
import type { World } from '../../world/world.ts'
import type { Step, Trace } from './traceroute.trace.ts'
import type { TracerouteCode } from './traceroute.ts'

const plural = (hops: readonly number[]): string => `${hops.length === 1 ? 'hop' : 'hops'} ${prose(hops.map(String))}`

/** Distinguishes loss that continues to the end from a router that skips a reply. */
export const lossFindings = ({ lossFrom, isolated, host }: Trace): Finding<TracerouteCode>[] => [
  lossFrom === undefined
    ? pass('trace-no-loss', 'The destination answers every probe')
    : critical(
        'trace-loss',
        `Probes are lost from hop ${lossFrom} on`,
        'The loss continues to the end, so traffic is lost, not only the replies of a busy router.',
        `Run ping-test on ${host} for the loss rate, and send both reports to the operator of hop ${lossFrom}'s network.`,
      ),
  ...(isolated.length === 0
    ? []
    : [
        info(
          'trace-hop-loss',
          `${capitalize(plural(isolated))} ${isolated.length === 1 ? 'misses' : 'miss'} a probe`,
          'Later hops answer every probe: routers limit how many such replies they send, but forward all traffic.',
        ),
      ]),
]

/** Reports a destination that does not reply. What else the trace shows comes from routers alone. */
export const noReplyFindings = (trace: Trace, address: string): Finding<TracerouteCode>[] => [
  critical(
    'trace-no-reply',
    `${address} does not answer`,
    `The probes pass hop ${trace.heard}, but no machine at the address replies.`,
    trace.host === address
      ? `Start the machine at ${address}, or remove the address from DNS.`
      : `Start the machine at ${address}, or remove the address from the records of ${trace.host}.`,
  ),
  ...routerFindings({ ...trace, silent: trace.silent.filter((hop) => hop < trace.heard), varying: [] }),
]

/** Reports hops that vary or do not reply. */
export const routerFindings = ({ silent, varying, steady }: Trace): Finding<TracerouteCode>[] => [
  ...varying.map(({ hop, least, most }) =>
    info(
      'trace-varies',
      `Hop ${hop} varies: ${milliseconds(least)} to ${milliseconds(most)} ms`,
      `One probe took ${milliseconds(most - least)} ms longer. ${steady ? 'The last hop is steady, so the router is slow to answer, not to forward.' : 'The last hop varies too.'}`,
    ),
  ),
  ...(silent.length === 0
    ? []
    : [
        info(
          'trace-silent',
          `${capitalize(plural(silent))} ${silent.length === 1 ? 'does' : 'do'} not reply`,
          `Later hops answer, so traffic passes through ${silent.length === 1 ? 'it' : 'them'}.`,
        ),
      ]),
]

/** The time of a step that distance does not explain: the destination's access line and some routers, in milliseconds. */
export const SPARE = 10

/** Returns whether distance explains a step; `far` is the time for the distance, in milliseconds. */
export const isExplained = ({ cost }: Step, far: number): boolean => cost <= far * 1.1 + SPARE

/** Reports the largest step, and whether distance explains it. */
export const stepFinding = (step: Step, far: number, city: string): Finding<TracerouteCode> => {
  if (!isExplained(step, far)) {
    return warning(
      'trace-step-unexplained',
      `Hop ${step.to} adds ${milliseconds(step.cost)} ms`,
      `The distance to ${city} accounts for about ${milliseconds(far)} ms; the rest comes from a congested link or a detour.`,
      `Repeat the trace at an off-peak hour. If the extra delay remains, send both traces to the operator of hop ${step.to}'s network.`,
    )
  }
  return step.cost < SPARE
    ? pass('trace-step', `No hop adds more than ${milliseconds(step.cost)} ms`)
    : pass(
        'trace-step-distance',
        `Hop ${step.to} adds ${milliseconds(step.cost)} ms: the distance from ${vantage.city} to ${city}`,
      )
}

/** Reports whether the route ends at the name's address, and whether the PTR record agrees. */
export const destination = (
  world: World,
  host: string,
  address: string,
  end: string | null,
): Finding<TracerouteCode>[] => {
  const { hostname, confirmed } = reverseAt(world, machineOf(world, host))
  const names = confirmed
    ? pass('trace-names', 'Forward and reverse lookups agree at the destination')
    : hostname === null
      ? info('trace-no-name', 'The destination has no PTR record', `A reverse lookup of ${address} finds nothing.`)
      : info(
          'trace-names-differ',
          'The name in the PTR record of the destination does not resolve back to it',
          `${address} is called ${hostname}, and that name ${whyUnconfirmed(world, hostname)}.`,
          `Run ptr-lookup on ${address}.`,
        )
  return [
    ...(end === address
      ? [
          pass(
            'trace-arrives',
            host === address
              ? `The last hop is ${address} itself`
              : `The last hop is the ${isV6(address) ? 'AAAA' : 'A'} record of ${host}`,
          ),
        ]
      : []),
    names,
  ]
}

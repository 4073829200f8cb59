import { critical, info, pass, warning } from '../../reports/finding.ts'
import { type NameProblem, nameProblem, problemFinding } from '../../reports/no-address.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { unassignedAddress, whatIsSpecial } from '../../reports/special-address.ts'
import { milliseconds, prose } from '../../reports/wording.ts'
import { reverseDnsOf } from '../../network/hosts.ts'
import { isV6 } from '../../foundation/addresses.ts'
import { whyUnreachable } from '../../world/answers/existence.ts'
import { addressesOf } from '../../world/hosts/hosts.ts'
import { machineOf, type Operator, operatorOf } from '../../world/hosts/machines.ts'
import { arpaOf, firstLabelOf, labelOf } from '../../foundation/names.ts'
import type { SpecialBlock } from '../../foundation/special-addresses.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import type { PtrLookupCode, PtrLookupResult } from './ptr-lookup.ts'

// The time, in milliseconds, above which a lookup counts as slow. Mail servers wait for it at every connection.
const SLOW = 200

function simulate(ip: string, world: World): PtrLookupResult {
  const reverse = reverseDnsOf(world, ip)
  return {
    ip,
    hostname: reverse?.hostname ?? null,
    valid: reverse?.confirmed ?? false,
    response_time: reverse?.time ?? 0,
  }
}

const setRecord = (ip: string, abuse: string): string =>
  `Set the PTR record at ${arpaOf(ip)} to a name whose ${isV6(ip) ? 'AAAA' : 'A'} record is ${ip}. The reverse zone belongs to the operator: ask ${abuse}.`

const missing = (ip: string, abuse: string): Finding<PtrLookupCode> =>
  warning(
    'ptr-missing',
    'The address has no name',
    `There is no PTR record at ${arpaOf(ip)} (NXDOMAIN). Strict mail servers refuse a host without one.`,
    setRecord(ip, abuse),
  )

const mismatch = (ip: string, hostname: string, forward: string, abuse: string): Finding<PtrLookupCode> =>
  critical(
    'ptr-mismatch',
    'The name resolves to another address',
    `${hostname} resolves to ${forward}, not ${ip}. Strict mail servers refuse a host whose name does not resolve back to it.`,
    setRecord(ip, abuse),
  )

const confirmed = (ip: string, hostname: string): Finding<PtrLookupCode>[] => [
  pass('ptr-confirmed', 'The name resolves back to the address (RFC 1912, section 2.1)'),
  ...(firstLabelOf(hostname) === labelOf(ip)
    ? [
        info(
          'ptr-generic',
          'The name only spells out the address',
          'Many mail servers assume that such a name belongs to a dynamic address, and trust its mail less.',
          'If this host sends mail, ask the operator for a PTR record with the name in its SMTP greeting.',
        ),
      ]
    : []),
]

const speed = (time: number): Finding<PtrLookupCode> =>
  time > SLOW
    ? info(
        'ptr-slow',
        `The answer took ${milliseconds(time)} ms`,
        'Mail and log servers wait for this answer at each new connection, until it is cached.',
      )
    : pass('ptr-fast', `The answer came within ${milliseconds(time)} ms`)

/** Returns why resolvers can't look up the addresses of a host name in a PTR record; undefined if they can. */
const problemOf = (world: World, hostname: string | null): NameProblem | undefined => {
  const unreachable = hostname === null ? undefined : whyUnreachable(world, hostname)
  return hostname === null || unreachable === undefined ? undefined : nameProblem(hostname, unreachable)
}

const plotOf = (
  { ip, hostname, valid, response_time }: PtrLookupResult,
  forward: string,
  problem?: NameProblem,
): ReportDraft['plot'] => {
  const asked = { label: ip, detail: 'the queried address', severity: 'pass' } as const
  if (hostname === null)
    return {
      kind: 'chain',
      caption: 'From the address to its name',
      alternative: `${ip} has no name.`,
      links: [
        asked,
        { label: 'no PTR record', detail: `after ${milliseconds(response_time)} ms`, severity: 'warning' },
      ],
    }
  return {
    kind: 'chain',
    caption: 'From the address to its name and back',
    alternative: valid
      ? `${ip} is called ${hostname}, and that name has the address ${ip}.`
      : `${ip} is called ${hostname}, but that name ${problem === undefined ? `resolves to ${forward}` : `has no address: ${problem.note}`}.`,
    links: [
      asked,
      { label: hostname, detail: `PTR record, after ${milliseconds(response_time)} ms`, severity: 'pass' },
      {
        label: problem?.note ?? forward,
        detail: valid
          ? 'address of that name: the same'
          : `address of that name: ${problem === undefined ? `not ${ip}` : `unknown, so ${ip} is not confirmed`}`,
        severity: valid ? 'pass' : 'critical',
      },
    ],
  }
}

const figures = (
  { hostname, valid, response_time }: PtrLookupResult,
  { network, name, place }: Operator,
): ReportDraft['figures'] => [
  { label: 'Points back', value: valid ? 'yes' : 'no', note: hostname ?? 'no name' },
  { label: 'Answer', value: milliseconds(response_time), unit: 'ms', note: `from ${place.city}` },
  { label: 'Network', value: network, note: name },
]

const verdict = (
  { ip, hostname, valid }: PtrLookupResult,
  problem: NameProblem | undefined,
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  if (hostname === null)
    return { sentence: 'The address has no name.', detail: `The reverse zone has no PTR record for ${ip}.` }
  if (problem !== undefined)
    return {
      sentence: 'The address has a name, but nobody can confirm it.',
      detail: `The PTR record of ${ip} names ${hostname}. ${problem.title}.`,
    }
  return valid
    ? {
        sentence: 'The address has a name, and the name points back.',
        detail: `The PTR record of ${ip} names ${hostname}, which resolves to ${ip}.`,
      }
    : {
        sentence: 'The address has a name, but the name points elsewhere.',
        detail: `The PTR record of ${ip} names ${hostname}, which resolves to another address.`,
      }
}

const reportSpecial = (result: PtrLookupResult, special: SpecialBlock): ReportDraft<PtrLookupCode> => {
  const { ip, response_time } = result
  const source = special.emptyZone
    ? 'resolvers answer NXDOMAIN from an empty zone of their own (RFC 6303, RFC 7793)'
    : 'the answer is NXDOMAIN'
  return {
    sentence: special.emptyZone
      ? 'The address has no public name and cannot have one.'
      : 'The address has no public name.',
    detail: whatIsSpecial(ip, special),
    figures: [
      { label: 'Points back', value: 'no', note: 'no name' },
      { label: 'Answer', value: milliseconds(response_time), unit: 'ms', note: 'NXDOMAIN' },
      { label: 'Network', value: special.block, note: special.source },
    ],
    findings: [unassignedAddress('ptr-special', ip, special, `${arpaOf(ip)} does not exist: ${source}`)],
    plot: plotOf(result, ''),
  }
}

function report(result: PtrLookupResult, world: World): ReportDraft<PtrLookupCode> {
  const { ip, hostname, valid, response_time } = result
  const { special } = machineOf(world, ip)
  if (special !== undefined) return reportSpecial(result, special)
  const operator = operatorOf(world, ip)
  const problem = problemOf(world, hostname)
  const forward = valid || hostname === null ? ip : prose(addressesOf(world, hostname))
  const name =
    hostname === null
      ? [missing(ip, operator.abuse)]
      : problem !== undefined
        ? [problemFinding('ptr-unresolved', problem, `nobody can tell whether the name resolves back to ${ip}`)]
        : valid
          ? confirmed(ip, hostname)
          : [mismatch(ip, hostname, forward, operator.abuse)]
  const { sentence, detail } = verdict(result, problem)
  return {
    sentence,
    detail,
    figures: figures(result, operator),
    findings: [...name, speed(response_time)],
    plot: plotOf(result, forward, problem),
  }
}

/** Simulates `ptr-lookup`. */
export const ptrLookupSimulation: Simulation<string, PtrLookupResult, PtrLookupCode> = {
  simulate,
  report,
}

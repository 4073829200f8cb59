import { critical, info, pass } from '../../reports/finding.ts'
import type { Finding, ReportDraft } from '../../reports/report.ts'
import { milliseconds, prose } from '../../reports/wording.ts'
import { isV6 } from '../../world/addresses.ts'
import { addressesOf, reverseOf } from '../../world/hosts.ts'
import { decimals, fraction } from '../../world/mapping.ts'
import { arpaOf, firstLabelOf, labelOf } from '../../world/names.ts'
import { type Operator, operatorOf } from '../../world/operators.ts'
import { roundTripTo } from '../../world/reach.ts'
import { entityOf, type World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import type { PtrLookupResult } from './ptr-lookup.ts'

// Mail servers look the name up at every connection and wait for it.
const SLOW = 200

function simulate(ip: string, world: World): PtrLookupResult {
  const { hostname, confirmed } = reverseOf(world, ip)
  // The reverse zone is served where the network stands: one round trip, and what the server takes to answer.
  const answering = fraction(entityOf(world, 'ptr-lookup', ip), 'answering') * 12
  return { ip, hostname, valid: confirmed, response_time: decimals(roundTripTo(world, ip) + answering, 1) }
}

const confirmation = ({ ip, hostname, valid }: PtrLookupResult, forward: string, abuse: string): Finding =>
  valid
    ? pass('ptr-confirmed', 'The name leads back to the address (RFC 1912, section 2.1)')
    : critical(
        'ptr-mismatch',
        'The name leads to another address',
        `${hostname} has ${forward}, not ${ip}. Strict mail servers refuse a host that can't confirm its name.`,
        `Set the PTR record at ${arpaOf(ip)} to a name whose ${isV6(ip) ? 'AAAA' : 'A'} record is ${ip}. The reverse zone belongs to the operator: ask ${abuse}.`,
      )

const wording = ({ ip, hostname }: PtrLookupResult): Finding[] =>
  firstLabelOf(hostname) === labelOf(ip)
    ? [
        info(
          'ptr-generic',
          'The name only spells the address',
          'Mail servers take such names for dial-up lines and trust them less.',
          'If this host sends mail, have the operator set the name that it greets with, as in mail.example.',
        ),
      ]
    : []

const speed = (time: number): Finding =>
  time > SLOW
    ? info(
        'ptr-slow',
        `The answer took ${milliseconds(time)} ms`,
        'Mail and log servers wait for it at each new connection, until it is cached.',
      )
    : pass('ptr-fast', `The answer came within ${milliseconds(time)} ms`)

const plotOf = ({ ip, hostname, valid, response_time }: PtrLookupResult, forward: string): ReportDraft['plot'] => ({
  kind: 'chain',
  caption: 'From the address to its name and back',
  alternative: valid
    ? `${ip} is called ${hostname}, and that name has the address ${ip}.`
    : `${ip} is called ${hostname}, but that name has the address ${forward}.`,
  links: [
    { label: ip, detail: 'the address that was asked for', severity: 'pass' },
    { label: hostname, detail: `PTR record, after ${milliseconds(response_time)} ms`, severity: 'pass' },
    {
      label: forward,
      detail: valid ? 'address of that name: the same' : `address of that name: not ${ip}`,
      severity: valid ? 'pass' : 'critical',
    },
  ],
})

const figures = (
  { hostname, valid, response_time }: PtrLookupResult,
  { network, name, place }: Operator,
): ReportDraft['figures'] => [
  { label: 'Points back', value: valid ? 'yes' : 'no', note: hostname },
  { label: 'Answer', value: milliseconds(response_time), unit: 'ms', note: `from ${place.city}` },
  { label: 'Network', value: network, note: name },
]

function report(result: PtrLookupResult, world: World): ReportDraft {
  const { ip, hostname, valid, response_time } = result
  const operator = operatorOf(world, ip)
  const forward = valid ? ip : prose(addressesOf(world, hostname))
  return {
    sentence: valid ? 'It has a name, and the name points back.' : 'It has a name, but the name points elsewhere.',
    detail: valid
      ? `${ip} is ${hostname} in both directions.`
      : `${ip} says that it is ${hostname}, and that name knows nothing of it.`,
    figures: figures(result, operator),
    findings: [confirmation(result, forward, operator.abuse), ...wording(result), speed(response_time)],
    plot: plotOf(result, forward),
  }
}

/** Simulates `ptr-lookup`. */
export const ptrLookupSimulation: Simulation<string, PtrLookupResult> = { simulate, report }

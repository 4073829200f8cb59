import { info, pass, warning } from '../../../reports/finding.ts'
import type { Finding } from '../../../reports/report.ts'
import { count, duration } from '../../../reports/wording.ts'
import { memoize } from '../../../world/memoize.ts'
import { type Claims, claimsOf } from './claims.ts'
import type { HeaderBlock } from './input.ts'
import { countClear, type MailHop, type Route, routeOf } from './route.ts'
import { senderFindings } from './sender-findings.ts'
import { type SenderVerdicts, verdictsOf } from './verdicts.ts'
import type { HeaderAnalyzerCode } from './header-analyzer.ts'

/** The delay at which a hop starts to count as slow, in seconds: queues and greylisting take five minutes or more. */
export const SLOW = 300

const nameOf = (host: string | null | undefined): string => host ?? 'an unnamed server'

const encryption = (hops: readonly MailHop[]): Finding<HeaderAnalyzerCode> => {
  const clear = hops.findIndex(({ isClear }) => isClear)
  const hop = hops[clear]
  if (hop === undefined) return pass('header-encrypted', 'No hop is known to have crossed the network without TLS')
  const others = countClear(hops) - 1
  return warning(
    'header-clear-hop',
    `Hop ${clear + 1} was not encrypted`,
    `${nameOf(hop.from)} handed the mail to ${nameOf(hop.by)} with ${hop.protocol ?? 'SMTP'}, without TLS (RFC 3848)${others > 0 ? `; so did ${count(others, 'other hop')}` : ''}.`,
    `Turn on STARTTLS at ${nameOf(hop.by)}${hop.by === null ? '' : `, then run smtp-test ${hop.by}:25`}.`,
  )
}

/**
 * Returns the index of the slowest hop after the first; 0 if no delay is known. The time before the first hop is excluded, because it
 * depends on the clock of the sender's device.
 */
export const slowestHop = (hops: readonly MailHop[]): number => {
  let slowest = 0
  let longest = -1
  for (const [index, { delay }] of hops.entries()) {
    if (index === 0 || delay === null || delay <= longest) continue
    slowest = index
    longest = delay
  }
  return slowest
}

const delays = (hops: readonly MailHop[]): Finding<HeaderAnalyzerCode>[] => {
  const slowest = slowestHop(hops)
  const hop = hops[slowest]
  if (slowest === 0 || hop === undefined || hop.delay === null) return []
  if (hop.delay < SLOW)
    return [pass('header-prompt', `No hop is known to have taken longer than ${duration(hop.delay)}`)]
  return [
    warning(
      'header-slow-hop',
      `Hop ${slowest + 1} took ${duration(hop.delay)}`,
      `The mail waited before ${nameOf(hop.by)} accepted it: a queue, or greylisting that requires a second try (RFC 6647).`,
      `Check the queue of ${nameOf(hop.from)}${hop.by === null ? '' : `, and run smtp-test ${hop.by}:25`}.`,
    ),
  ]
}

const clocks = (hops: readonly MailHop[]): Finding<HeaderAnalyzerCode>[] => {
  const [first, ...others] = hops
  const apart = Math.max(first?.skew ?? 0, first?.delay ?? 0)
  const findings: Finding<HeaderAnalyzerCode>[] = []
  if (apart >= SLOW)
    findings.push(
      info(
        'header-date',
        `The Date field is ${duration(apart)} ${(first?.skew ?? 0) > 0 ? 'after' : 'before'} the first hop`,
        "The sender's device sets it from its own clock when the mail is written.",
      ),
    )
  const skewed = others.findIndex(({ skew }) => skew > 0)
  const hop = others[skewed]
  if (hop !== undefined)
    findings.push(
      info(
        'header-clock',
        `The clocks of ${nameOf(hops[skewed]?.by)} and ${nameOf(hop.by)} are ${duration(hop.skew)} apart or more`,
        `By its own clock, hop ${skewed + 2} was before hop ${skewed + 1}, so its delay is unknown. A clock is wrong, or the Received line of hop ${skewed + 1} is forged.`,
      ),
    )
  return findings
}

const claimFinding = (
  { server, results }: Claims,
  { spf, dkim, dmarc }: SenderVerdicts,
): Finding<HeaderAnalyzerCode> => {
  const own = { spf: spf.result, dkim, dmarc }
  const claimed = [...results].map(([method, result]) => `${method}=${result}`)
  const differing = Object.entries(own).filter(
    ([method, result]) => results.has(method) && results.get(method) !== result,
  )
  const found = differing.map(([method, result]) => `${method}=${result}`)
  return info(
    'header-claims',
    `${server} claims ${claimed.join(', ')}`,
    found.length === 0
      ? 'netbox finds the same in this world.'
      : `netbox finds ${found.join(', ')} in this world. Trust such a field only if your own mail server wrote it: anybody on the way can add one (RFC 8601, section 5).`,
  )
}

const routeFindings = ({ hops }: Route): Finding<HeaderAnalyzerCode>[] => {
  if (hops.length > 0) return [...delays(hops), encryption(hops), ...clocks(hops)]
  return [
    info(
      'header-no-received',
      'The block has no Received lines',
      'They show the route of the mail and the server that sent it.',
      'Paste the whole header block to see both.',
    ),
  ]
}

/** Reads and judges a header block, its sender and its route. Cached for the result and the report. */
export const examine = memoize((world, input: HeaderBlock) => {
  const route = routeOf(world, input)
  const verdicts = verdictsOf(world, input, route)
  const claims = claimsOf(input)
  const findings = [
    ...senderFindings(verdicts, route.hops.length > 0),
    ...routeFindings(route),
    ...(claims === undefined ? [] : [claimFinding(claims, verdicts)]),
  ]
  return { verdicts, route, findings }
})

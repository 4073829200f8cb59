import { clip } from '../../../errors/world-errors.ts'
import { adviceOf, info, pass, warning } from '../../../reports/finding.ts'
import type { ChainPlot } from '../../../reports/plot.ts'
import type { Figure, ReportDraft, Finding } from '../../../reports/report.ts'
import { capitalize, count, duration, inWords, prose } from '../../../reports/wording.ts'
import { type World, memoize } from '../../../world/world.ts'
import type { Simulation } from '../../define-tool.ts'
import type { PastedHeaders } from './input.ts'
import { countClear, type Route, type MailHop, routeOf } from './route.ts'
import type { HeaderAnalyzerCode, HeaderAnalyzerResult } from './header-analyzer.ts'
import { scoreOf, type SenderVerdicts, verdictsOf } from './verdicts.ts'
import { type Claims, claimsOf } from './claims.ts'
import { senderFindings } from './sender-findings.ts'

/** The delay at which a hop starts to count as slow, in seconds: queues and greylisting take five minutes or more. */
const SLOW = 300

const nameOf = (host: string | null | undefined): string => host ?? 'an unnamed server'

const encryption = (hops: readonly MailHop[]): Finding<HeaderAnalyzerCode> => {
  const clear = hops.findIndex(({ isClear }) => isClear)
  const hop = hops[clear]
  if (hop === undefined) return pass('analyzer-encrypted', 'No hop is known to have crossed the network without TLS')
  const others = countClear(hops) - 1
  return warning(
    'analyzer-clear-hop',
    `Hop ${clear + 1} was not encrypted`,
    `${nameOf(hop.from)} handed the mail to ${nameOf(hop.by)} with ${hop.protocol ?? 'SMTP'}, without TLS (RFC 3848)${others > 0 ? `; so did ${count(others, 'other hop')}` : ''}.`,
    `Turn on STARTTLS at ${nameOf(hop.by)}${hop.by === null ? '' : `, then run smtp-test ${hop.by}:25`}.`,
  )
}

/**
 * Returns the index of the slowest hop after the first; 0 if no delay is known. The time before the first hop is excluded, because it
 * depends on the clock of the sender's device.
 */
const slowestHop = (hops: readonly MailHop[]): number => {
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
    return [pass('analyzer-prompt', `No hop is known to have taken longer than ${duration(hop.delay)}`)]
  return [
    warning(
      'analyzer-slow-hop',
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
        'analyzer-date',
        `The Date field is ${duration(apart)} ${(first?.skew ?? 0) > 0 ? 'after' : 'before'} the first hop`,
        "The sender's device sets it from its own clock when the mail is written.",
      ),
    )
  const skewed = others.findIndex(({ skew }) => skew > 0)
  const hop = others[skewed]
  if (hop !== undefined)
    findings.push(
      info(
        'analyzer-clock',
        `The clocks of ${nameOf(hops[skewed]?.by)} and ${nameOf(hop.by)} are ${duration(hop.skew)} apart or more`,
        `By its own clock, hop ${skewed + 2} was before hop ${skewed + 1}, so its delay is unknown. A clock is wrong, or the Received line of hop ${skewed + 1} is forged.`,
      ),
    )
  return findings
}

const MOST_CLAIMS = 10

const claimFinding = (
  { server, results }: Claims,
  { spf, dkim, dmarc }: SenderVerdicts,
): Finding<HeaderAnalyzerCode> => {
  const own = { spf: spf.result, dkim, dmarc }
  const claimed = results.slice(0, MOST_CLAIMS).map(({ method, result }) => `${method}=${result}`)
  const differing = Object.entries(own).filter(([method, result]) => {
    const claims = results.filter((claim) => claim.method === method)
    return claims.length > 0 && claims.every((claim) => claim.result !== result)
  })
  const found = differing.map(([method, result]) => `${method}=${result}`)
  return info(
    'analyzer-claims',
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
      'analyzer-no-received',
      'The block has no Received lines',
      'They show the route of the mail and the server that sent it.',
      'Paste the whole header block to see both.',
    ),
  ]
}

const MOST_UNREAD = 3

const unreadLines = (lines: readonly string[]): Finding<HeaderAnalyzerCode>[] => {
  if (lines.length === 0) return []
  const more = lines.length - MOST_UNREAD
  const named = lines.slice(0, MOST_UNREAD).map((line) => `'${clip(line.trimEnd())}'`)
  return [
    info(
      'analyzer-unread',
      `${count(lines.length, 'line')} of the block ${lines.length === 1 ? 'was' : 'were'} not read`,
      `${prose(more > 0 ? [...named, `${more} more`] : named)}: a header line has a name and a colon, and a folded one begins with a blank.`,
      'Copy the headers from the source view of the mail program.',
    ),
  ]
}

/** Reads and judges a header block, its sender and its route. Cached for the result and the report. */
const examine = memoize((world, { block, unread }: PastedHeaders) => {
  const route = routeOf(world, block)
  const verdicts = verdictsOf(world, block, route)
  const claims = claimsOf(block)
  const findings = [
    ...senderFindings(verdicts, route.hops.length > 0),
    ...routeFindings(route),
    ...(claims === undefined ? [] : [claimFinding(claims, verdicts)]),
    ...unreadLines(unread),
  ]
  return { verdicts, route, findings }
})

function simulate(input: PastedHeaders, world: World): HeaderAnalyzerResult {
  const { verdicts, route, findings } = examine(world, input)
  return {
    domain: verdicts.author ?? null,
    security_score: scoreOf(verdicts, route),
    spf_result: verdicts.spf.result,
    dkim_result: verdicts.dkim,
    dmarc_result: verdicts.dmarc,
    route: route.hops.map(({ from, by, protocol, delay }, index) => ({
      hop: index + 1,
      from,
      by,
      protocol,
      delay_seconds: delay,
    })),
    recommendations: adviceOf(findings),
  }
}

/** Formats a duration that may be unknown. */
const timed = (seconds: number | null | undefined): string =>
  seconds === null || seconds === undefined ? 'unknown' : duration(seconds)

const sentenceOf = (dmarc: SenderVerdicts['dmarc'], { hops, took }: Route): string => {
  if (dmarc === 'fail') return 'DMARC fails: nothing confirms who sent this message.'
  if (dmarc === 'permerror') return 'The From field does not name exactly one sender, so nothing confirms it.'
  if (dmarc === 'none') return 'The sender has no DMARC policy, so nothing confirms the From address.'
  if (dmarc === 'temperror') return 'DNS lookups fail, so nothing confirms the sender at the moment.'
  if (dmarc === 'unknown') return 'These headers do not show who sent the mail.'
  const clear = countClear(hops)
  const slow = (hops[slowestHop(hops)]?.delay ?? 0) >= SLOW && slowestHop(hops) > 0
  if (clear > 0 && !slow)
    return `DMARC passes, but ${clear === 1 ? 'one hop was' : `${inWords(clear)} hops were`} not encrypted.`
  return took === null || hops.length < 2 ? 'DMARC passes.' : `DMARC passes, and the mail took ${duration(took)}.`
}

const detailOf = ({ dmarc, author }: SenderVerdicts): string =>
  `The hosts and times come from your headers; the DNS records for SPF, DKIM and DMARC are simulated.${
    dmarc === 'pass' ? ` Check that ${author} is the domain that you expect: DMARC passes for lookalikes too.` : ''
  }`

const figures = (score: number, { spf, dkim, dmarc }: SenderVerdicts, { hops, took }: Route): Figure[] => {
  const slowest = slowestHop(hops)
  return [
    { label: 'Score', value: String(score), unit: 'of 100', note: 'sender and route' },
    { label: 'DMARC', value: dmarc, note: `SPF ${spf.result}, DKIM ${dkim}` },
    { label: 'Hops', value: String(hops.length), note: `${countClear(hops)} in clear text` },
    {
      label: 'On the way',
      value: timed(took),
      note: `longest wait ${timed(slowest === 0 ? null : hops[slowest]?.delay)}`,
    },
  ]
}

const plotOf = ({ hops, took }: Route, author: string | undefined): ChainPlot => {
  const start = hops[0]?.from ?? (hops.length === 0 ? author : undefined) ?? 'unnamed'
  const end = hops.at(-1)?.by ?? 'an unnamed server'
  return {
    kind: 'chain',
    caption: 'The route of the mail, from the sender to the mailbox',
    alternative:
      hops.length === 0
        ? 'No Received line shows the route of the mail.'
        : `${capitalize(count(hops.length, 'hop'))}${took === null ? '' : ` in ${duration(took)}`}, from ${start} to ${end}.`,
    links: [
      {
        label: start,
        detail: hops.length === 0 ? 'the From address; no Received lines' : 'where it came from',
        severity: 'pass',
      },
      ...hops.map(({ by, protocol, delay, isClear }, index) => ({
        label: by ?? 'unnamed',
        detail: `${protocol ?? 'no protocol named'}, ${delay === null ? 'delay unknown' : index === 0 ? `${duration(delay)} after the Date field` : `after ${duration(delay)}`}`,
        severity: isClear || (index > 0 && (delay ?? 0) >= SLOW) ? ('warning' as const) : ('pass' as const),
      })),
    ],
  }
}

function report(
  { security_score }: HeaderAnalyzerResult,
  world: World,
  input: PastedHeaders,
): ReportDraft<HeaderAnalyzerCode> {
  const { verdicts, route, findings } = examine(world, input)
  return {
    sentence: sentenceOf(verdicts.dmarc, route),
    detail: detailOf(verdicts),
    figures: figures(security_score, verdicts, route),
    findings,
    plot: plotOf(route, verdicts.author),
  }
}

/** Simulates `header-analyzer`. */
export const headerAnalyzerSimulation: Simulation<PastedHeaders, HeaderAnalyzerResult, HeaderAnalyzerCode> = {
  simulate,
  report,
}

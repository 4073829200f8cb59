import { adviceOf } from '../../../reports/finding.ts'
import type { ChainPlot } from '../../../reports/plot.ts'
import type { Figure, ReportDraft } from '../../../reports/report.ts'
import { capitalize, count, duration, inWords } from '../../../reports/wording.ts'
import type { World } from '../../../world/world.ts'
import type { Simulation } from '../../define-tool.ts'
import { examine, SLOW, slowestHop } from './findings.ts'
import type { HeaderBlock } from './input.ts'
import { countClear, type Route } from './route.ts'
import type { HeaderAnalyzerCode, HeaderAnalyzerResult } from './header-analyzer.ts'
import { scoreOf, type SenderVerdicts } from './verdicts.ts'

function simulate(input: HeaderBlock, world: World): HeaderAnalyzerResult {
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

const sentenceOf = ({ dmarc, author = 'the author' }: SenderVerdicts, { hops, took }: Route): string => {
  if (dmarc === 'fail') return `DMARC fails: nothing confirms that ${author} sent this message.`
  if (dmarc === 'permerror') return 'The From field does not name exactly one sender, so nothing confirms it.'
  if (dmarc === 'none') return `${author} has no DMARC policy, so nothing confirms the From address.`
  if (dmarc === 'temperror') return 'DNS lookups fail, so nothing confirms the sender at the moment.'
  if (dmarc === 'unknown') return `These headers do not show whether ${author} sent the mail.`
  const clear = countClear(hops)
  const slow = (hops[slowestHop(hops)]?.delay ?? 0) >= SLOW && slowestHop(hops) > 0
  const passes = `DMARC passes: ${author} permits the server that sent this mail`
  if (clear > 0 && !slow)
    return `${passes}, but ${clear === 1 ? 'one hop' : `${inWords(clear)} hops`} ${clear === 1 ? 'was' : 'were'} not encrypted.`
  return took === null || hops.length < 2 ? `${passes}.` : `${passes}. It took ${duration(took)}.`
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
  input: HeaderBlock,
): ReportDraft<HeaderAnalyzerCode> {
  const { verdicts, route, findings } = examine(world, input)
  return {
    sentence: sentenceOf(verdicts, route),
    detail: detailOf(verdicts),
    figures: figures(security_score, verdicts, route),
    findings,
    plot: plotOf(route, verdicts.author),
  }
}

/** Simulates `header-analyzer`. */
export const headerAnalyzerSimulation: Simulation<HeaderBlock, HeaderAnalyzerResult, HeaderAnalyzerCode> = {
  simulate,
  report,
}

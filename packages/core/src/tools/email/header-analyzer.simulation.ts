import { adviceOf } from '../../reports/advice.ts'
import type { ChainPlot } from '../../reports/plot.ts'
import type { Figure, ReportDraft } from '../../reports/report.ts'
import { capitalize, count, duration, inWords } from '../../reports/wording.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { examine, SLOW } from './header-analyzer.findings.ts'
import { type HeaderBlock, valuesOf } from './header-analyzer.input.ts'
import { countClear, isClear, type MailHop } from './header-analyzer.route.ts'
import type { HeaderAnalyzerResult } from './header-analyzer.ts'
import { scoreOf, type SenderVerdicts } from './header-analyzer.verdicts.ts'

function simulate(input: HeaderBlock, world: World): HeaderAnalyzerResult {
  const { verdicts, hops, findings } = examine(world, input)
  return {
    domain: input.domain,
    security_score: scoreOf(verdicts, hops),
    spf_result: verdicts.spf_result,
    dkim_result: verdicts.dkim_result,
    dmarc_result: verdicts.dmarc_result,
    route: hops.map(({ from, by, protocol, delay }, index) => ({
      hop: index + 1,
      from,
      by,
      protocol,
      delay_seconds: delay,
    })),
    recommendations: adviceOf(findings),
  }
}

const sentenceOf = (
  { dmarc_result, spf_result, dkim_result }: SenderVerdicts,
  hops: readonly MailHop[],
  took: string,
): string => {
  const clear = countClear(hops)
  if (dmarc_result === 'fail') return 'Nothing proves that this mail is from whom it says.'
  if (spf_result !== 'pass' && dkim_result !== 'pass') return 'Nobody vouches for the sender of this mail.'
  if (hops.some(({ delay }) => delay >= SLOW)) return `The sender is who it says, and the mail took ${took}.`
  if (clear > 0)
    return `The sender is who it says, but ${clear === 1 ? 'one hop' : `${inWords(clear)} hops`} could be read along.`
  return `The sender is who it says, and the mail took ${took}.`
}

const figures = (
  { security_score }: HeaderAnalyzerResult,
  { spf_result, dkim_result, dmarc_result }: SenderVerdicts,
  hops: readonly MailHop[],
  took: string,
): Figure[] => {
  const slowest = Math.max(...hops.map(({ delay }) => delay))
  const passed = [spf_result, dkim_result, dmarc_result].filter((found) => found === 'pass').length
  return [
    { label: 'Score', value: String(security_score), unit: 'of 100', note: 'sender and route' },
    {
      label: 'Sender checks passed',
      value: String(passed),
      unit: 'of 3',
      note: `SPF ${spf_result}, DKIM ${dkim_result}, DMARC ${dmarc_result}`,
    },
    {
      label: 'Hops',
      value: String(hops.length),
      note: `${countClear(hops)} in clear text`,
    },
    { label: 'On the way', value: took, note: `longest wait ${duration(slowest)}` },
  ]
}

const plotOf = (hops: readonly MailHop[], took: string): ChainPlot => ({
  kind: 'chain',
  caption: 'The way of the mail, from the sender to the mailbox',
  alternative: `${capitalize(count(hops.length, 'hop'))} in ${took}, from ${hops[0]?.from ?? 'an unnamed server'} to ${hops.at(-1)?.by ?? 'an unnamed server'}.`,
  links: [
    { label: hops[0]?.from ?? 'unnamed', detail: 'where it came from', severity: 'pass' },
    ...hops.map(({ by, protocol, delay }) => ({
      label: by ?? 'unnamed',
      detail: `${protocol ?? 'no protocol named'}, after ${duration(delay)}`,
      severity: isClear(protocol) || delay >= SLOW ? ('warning' as const) : ('pass' as const),
    })),
  ],
})

function report(result: HeaderAnalyzerResult, world: World, input: HeaderBlock): ReportDraft {
  const { verdicts, hops, findings } = examine(world, input)
  const took = duration(hops.reduce((sum, { delay }) => sum + delay, 0))
  const route =
    valuesOf(input.headers, 'received').length === 0
      ? 'The route and the results'
      : 'The hosts are those of your headers; the results'
  return {
    sentence: sentenceOf(verdicts, hops, took),
    detail: `${route} of SPF, DKIM and DMARC for ${input.domain} are simulated.`,
    figures: figures(result, verdicts, hops, took),
    findings,
    plot: plotOf(hops, took),
  }
}

/** Simulates `header-analyzer`. */
export const headerAnalyzerSimulation: Simulation<HeaderBlock, HeaderAnalyzerResult> = { simulate, report }

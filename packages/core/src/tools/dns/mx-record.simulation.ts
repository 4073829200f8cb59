import { answerTo } from '../../dns/dns.ts'
import { withDnsFaults } from '../../reports/dns-faults.ts'
import { info } from '../../reports/finding.ts'
import { nameProblem, problemReport } from '../../reports/no-address.ts'
import type { ExchangesPlot } from '../../reports/plot.ts'
import { allFail, mailFailure } from '../../reports/mail-failure.ts'
import type { Figure, ReportDraft } from '../../reports/report.ts'
import { capitalize, duration, inWords, seconds } from '../../reports/wording.ts'
import { type Unreachable, whyUnreachable } from '../../world/answers/existence.ts'
import { firstLabelOf } from '../../foundation/names.ts'
import { type Exchange, exchangesOf } from '../../world/mail/mail.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { findingsOf } from './mx-record.findings.ts'
import type { MxRecordCode, MxRecordResult } from './mx-record.ts'

function simulate(domain: string, world: World): MxRecordResult {
  return { domain, records: [...answerTo(world, domain, 'MX').records] }
}

const OUTCOMES = {
  open: 'open',
  refused: 'refused',
  silent: 'silent',
  unresolved: 'no-address',
  closes: 'refused',
} as const

/** Lists the mail servers with a sender's attempts. The sender does not try the servers after the first one that answers. */
const attempts = (exchanges: readonly Exchange[]): ExchangesPlot['exchanges'] => {
  let from = 0
  let taken = false
  return exchanges.map(({ priority, exchange, address, answer, answers, time }) => {
    if (taken) return { priority, exchange, address, outcome: 'not-tried', from, to: from }
    const start = from
    from += time
    taken = answers
    return { priority, exchange, address, outcome: OUTCOMES[answer], from: start, to: from }
  })
}

const verdict = (
  exchanges: readonly Exchange[],
  tried: ExchangesPlot['exchanges'],
): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const arrival = tried.find(({ outcome }) => outcome === 'open')
  if (arrival === undefined) {
    return {
      sentence: 'No mail arrives at this domain.',
      detail: `${allFail(exchanges)}, so senders queue mail and then bounce it.`,
    }
  }
  const failed = exchanges.slice(0, tried.indexOf(arrival))
  if (failed.length > 0) {
    const line = failed.length === 1 ? 'The first mail server in line' : 'The first two mail servers in line'
    const waits = failed.filter(({ answer }) => answer === 'silent').length
    return waits === 0
      ? {
          sentence: 'Mail still arrives, but not at the preferred mail server.',
          detail: `${line} ${mailFailure(failed)}, so every sender tries the next one at once.`,
        }
      : {
          sentence: `Mail still arrives, ${waits === 1 ? 'ten' : 'twenty'} seconds late.`,
          detail: `${line} ${mailFailure(failed)}, so every sender waits before trying the next.`,
        }
  }
  const quiet = exchanges.filter(({ answers }) => !answers).length
  if (quiet > 0)
    return {
      sentence: 'Mail arrives, but not every fallback would accept it.',
      detail: `The first mail server answers; ${quiet === exchanges.length - 1 ? (quiet === 1 ? 'the only fallback does' : `the ${inWords(quiet)} fallbacks do`) : `${inWords(quiet)} of ${inWords(exchanges.length - 1)} fallbacks ${quiet === 1 ? 'does' : 'do'}`} not.`,
    }
  if (exchanges.length === 1)
    return {
      sentence: 'Mail arrives on the first try.',
      detail: `The only mail server, ${exchanges[0]?.exchange}, answers.`,
    }
  return {
    sentence: 'Mail arrives on the first try.',
    detail: `${capitalize(inWords(exchanges.length))} mail servers, and the preferred one answers.`,
  }
}

const figures = (exchanges: readonly Exchange[], tried: ExchangesPlot['exchanges']): Figure[] => {
  const answering = exchanges.filter(({ answers }) => answers).length
  const down = exchanges.find(({ answers }) => !answers)
  const arrival = tried.find(({ outcome }) => outcome === 'open')
  const [first] = exchanges
  const ttl = first?.ttl ?? 0
  return [
    {
      label: 'Mail servers answering',
      value: String(answering),
      unit: `of ${exchanges.length}`,
      note: down === undefined ? 'all answer' : `${firstLabelOf(down.exchange)} ${mailFailure([down])}`,
    },
    arrival === undefined
      ? { label: 'Delay for senders', value: '—', note: 'mail is queued, then bounces' }
      : {
          label: 'Delay for senders',
          value: seconds(arrival.to),
          unit: 's',
          note: `until ${firstLabelOf(arrival.exchange)} greets`,
        },
    { label: 'Lowest preference', value: String(first?.priority ?? 0), note: first?.exchange ?? '' },
    { label: 'TTL', value: String(ttl), unit: 's', note: `a change takes up to ${duration(ttl)}` },
  ]
}

const inOneSentence = (tried: ExchangesPlot['exchanges']): string => {
  let text = ''
  for (const { exchange, outcome, to } of tried) {
    const what =
      outcome === 'open'
        ? `accepts after ${seconds(to)} s`
        : outcome === 'refused'
          ? `refuses after ${seconds(to)} s`
          : outcome === 'silent' || outcome === 'no-address'
            ? outcome === 'silent'
              ? 'gives no answer'
              : 'has no address'
            : 'is not tried'
    text += `${text === '' ? '' : '; '}${exchange} ${what}`
  }
  return text
}

const CAPTION = 'Attempts of a sending server, in order of preference'

const refuses = (domain: string, { records: [record] }: MxRecordResult): ReportDraft<MxRecordCode> => ({
  sentence: 'This domain accepts no mail.',
  detail: `${domain} has a null MX record, so senders return mail at once.`,
  figures: [
    { label: 'Mail servers', value: '0', note: 'a null MX' },
    { label: 'TTL', value: String(record?.ttl ?? 0), unit: 's' },
  ],
  findings: [
    info(
      'mx-null',
      'The MX record is a null MX',
      'It says that the domain accepts no mail, so senders do not even try its addresses (RFC 7505).',
      'If the domain should accept mail, replace the record with its mail servers.',
    ),
  ],
  plot: {
    kind: 'exchanges',
    caption: CAPTION,
    alternative: `${domain} accepts no mail, so there is no mail server to try.`,
    exchanges: [],
  },
})

const nothingFound = (domain: string, unreachable: Unreachable): ReportDraft<MxRecordCode> => {
  const problem = nameProblem(domain, unreachable, 'mail')
  return {
    ...problemReport('mx-unresolved', problem, 'mail to this name cannot be delivered'),
    figures: [
      { label: 'Mail servers', value: '0', note: problem.note },
      {
        label: 'Delay for senders',
        value: '—',
        note: unreachable.reason === 'bogus' ? 'mail is queued, then bounces' : 'mail bounces at once',
      },
    ],
    plot: {
      kind: 'exchanges',
      caption: CAPTION,
      alternative: `${problem.title}, so there is no mail server to try.`,
      exchanges: [],
    },
  }
}

function report(result: MxRecordResult, world: World): ReportDraft<MxRecordCode> {
  const unreachable = whyUnreachable(world, result.domain, 'mail')
  if (unreachable?.reason === 'null-mx') return refuses(result.domain, result)
  if (unreachable !== undefined) return nothingFound(result.domain, unreachable)
  const exchanges = exchangesOf(world, result.domain)
  const tried = attempts(exchanges)
  const { sentence, detail } = verdict(exchanges, tried)
  return {
    sentence,
    detail,
    figures: figures(exchanges, tried),
    findings: findingsOf(world, result.domain, exchanges),
    plot: {
      kind: 'exchanges',
      caption: CAPTION,
      alternative: inOneSentence(tried),
      exchanges: tried,
    },
  }
}

/** Simulates `mx-record`. */
export const mxRecordSimulation: Simulation<string, MxRecordResult, MxRecordCode> = {
  simulate,
  report: (result, world) => withDnsFaults(report(result, world), 'mx-queries', world, result.domain, ['MX']),
}

import { adviceOf } from '../../reports/finding.ts'
import type { TreePlot } from '../../reports/plot.ts'
import { type Figure, type ReportDraft, type Severity, worst } from '../../reports/report.ts'
import { capitalize, count, inWords } from '../../reports/wording.ts'
import { spfErrorOf } from '../../reports/spf-fault.ts'
import { SPF_LOOKUP_LIMIT } from '../../protocols/spf-evaluation.ts'
import type { World } from '../../world/world.ts'
import type { Simulation } from '../define-tool.ts'
import { judge } from './spf-generator.findings.ts'
import type { SenderList } from './spf-generator.input.ts'
import { ALL_MEANINGS, recordOf, type SpfRecord, type Term } from './spf-generator.record.ts'
import type { SpfGeneratorCode, SpfGeneratorResult } from './spf-generator.ts'

function simulate(input: SenderList, world: World): SpfGeneratorResult {
  const { domain, record, terms, all } = recordOf(world, input)
  const explanation = [{ term: 'v=spf1', meaning: 'This is an SPF record, version 1.' }]
  for (const { text, meaning } of terms) explanation.push({ term: text, meaning })
  explanation.push({ term: all, meaning: ALL_MEANINGS[all] })
  return { domain, generated_spf: record, explanation, recommendations: adviceOf(judge(world, input)) }
}

const verdict = ({
  domain,
  terms,
  lookups,
  guessed,
  all,
  blocks,
}: SpfRecord): Pick<ReportDraft, 'sentence' | 'detail'> => {
  const fault = terms.find(({ state }) => state !== 'valid')
  if (fault !== undefined)
    return {
      sentence: 'The record includes a sender whose own record is broken.',
      detail: `As long as it contains ${fault.text}, receivers stop with ${spfErrorOf(fault.state)}.`,
    }
  if (lookups > SPF_LOOKUP_LIMIT)
    return {
      sentence: `Receivers would give up: ${lookups} lookups, and ten are allowed.`,
      detail: 'Replace some includes with addresses before you publish it.',
    }
  if (blocks.everyone)
    return {
      sentence: 'The record lets everyone send in your name.',
      detail: 'Do not publish it: its blocks cover half the internet or more, as +all does.',
    }
  if (blocks.wide.length > 0)
    return {
      sentence: 'The record lets other people send in your name.',
      detail: 'Narrow its widest blocks before you publish it.',
    }
  const others = all === '-all' ? 'all others fail' : 'all others are marked'
  return {
    sentence: guessed
      ? 'A good start: the record permits your mail servers.'
      : `Ready to publish, with ${inWords(lookups)} of ten lookups used.`,
    detail: `${capitalize(count(terms.length, 'sender'))} may send for ${domain}; ${others}.`,
  }
}

const figures = ({ record, terms, lookups, all }: SpfRecord): Figure[] => [
  {
    label: 'Lookups',
    value: String(lookups),
    unit: `of ${SPF_LOOKUP_LIMIT}`,
    note: lookups > SPF_LOOKUP_LIMIT ? 'receivers stop' : 'within the limit',
  },
  { label: 'Senders', value: String(terms.length), note: terms[0]?.text ?? '' },
  {
    label: 'Length',
    value: String(record.length),
    unit: 'of 255',
    note: record.length > 255 ? 'two strings' : 'one string',
  },
  { label: 'Ending', value: all, note: all === '-all' ? 'others fail' : 'others are marked' },
]

const severityOf = ({ state, lookups }: Term): Severity =>
  state !== 'valid' || lookups > SPF_LOOKUP_LIMIT ? 'critical' : 'pass'

const plotOf = ({ domain, record, terms, lookups }: SpfRecord, severity: Severity): TreePlot => ({
  kind: 'tree',
  caption: 'The record, and what receivers look up for each of its terms',
  alternative: `The record of ${domain} has ${count(terms.length, 'sender')} and needs ${count(lookups, 'DNS lookup')} in all.`,
  root: {
    label: domain,
    detail: record,
    severity,
    children: terms.map((term) => ({
      label: term.text,
      detail: term.lookups === 0 ? 'no lookup' : count(term.lookups, 'lookup'),
      severity: severityOf(term),
      children: term.includes.map((child) => ({
        label: child.domain,
        detail: child.record ?? 'no SPF record',
        severity: 'pass',
        children: [],
      })),
    })),
  },
})

function report(_result: SpfGeneratorResult, world: World, input: SenderList): ReportDraft<SpfGeneratorCode> {
  const record = recordOf(world, input)
  const findings = judge(world, input)
  const { sentence, detail } = verdict(record)
  return { sentence, detail, figures: figures(record), findings, plot: plotOf(record, worst(findings)) }
}

/** Simulates `spf-generator`. */
export const spfGeneratorSimulation: Simulation<SenderList, SpfGeneratorResult, SpfGeneratorCode> = { simulate, report }

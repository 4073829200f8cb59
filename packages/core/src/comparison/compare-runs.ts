import { SECOND } from '../foundation/units.ts'
import { firstLabelOf } from '../foundation/names.ts'
import type { ExchangesPlot, Plot } from '../reports/plot.ts'
import { type Finding, severities } from '../reports/report.ts'
import { capitalize, count, inWords, prose } from '../reports/wording.ts'
import type { ToolRun } from '../runs/run.ts'
import { compareFields, type FieldDifference } from './compare-fields.ts'
import { compareFigures, type FigureComparison } from './compare-figures.ts'

/** A run that can be compared. Its usage may be missing. */
export type ComparableRun = Omit<ToolRun, 'usage'>

const facts = ['tool', 'engine', 'input', 'seed', 'scenario', 'world', 'at'] as const

/** The name of a fact that determines a run. */
export type RunFact = (typeof facts)[number]

/** One of the two runs, as the comparison identifies it. */
export type ComparedRun = Pick<ComparableRun, RunFact | 'executionId' | 'verdict'>

/** The comparison of two runs' findings. Two findings are the same if code and severity agree. */
export interface FindingsComparison {
  readonly onlyInA: readonly Finding[]
  readonly onlyInB: readonly Finding[]
  /** Findings that are in both runs but differ in title, detail or advice. */
  readonly changed: readonly { readonly a: Finding; readonly b: Finding }[]
  /** Findings that are word for word the same in both runs. */
  readonly same: readonly Finding[]
}

/** The changes from run A to run B, as plain JSON data. */
export interface RunComparison {
  /** Whether both results are simulated: always true. */
  readonly simulated: true
  /** The changes in one sentence. */
  readonly sentence: string
  /** Whether nothing differs, apart from execution id and usage, which are never compared. */
  readonly isSame: boolean
  /** Whether verdict, figures, findings, plot and result are the same, word for word. */
  readonly isSameReport: boolean
  readonly a: ComparedRun
  readonly b: ComparedRun
  /** The differing parts among tool, engine, input, seed, scenario, world document and time. */
  readonly changed: readonly RunFact[]
  /** Whether B has a worse verdict than A, by severity. */
  readonly trend: 'same' | 'better' | 'worse'
  /** The figures by label: in the order of A, then those that only B has. */
  readonly figures: readonly FigureComparison[]
  readonly findings: FindingsComparison
  /**
   * Counts every field and lists those that differ. Leaves out findings, execution id, usage and texts that repeat the data in words
   * (sentence and detail of the verdict, notes of figures, caption and alternative of the plot).
   */
  readonly fields: { readonly total: number; readonly differing: readonly FieldDifference[] }
}

const reportOf = ({ result, verdict, figures, findings, plot }: ComparableRun) => ({
  result,
  verdict,
  figures,
  findings,
  plot,
})

const dataOf = (run: ComparableRun) => {
  const { tool, engine, input, seed, scenario, world, at, executionTime, result, verdict, figures, plot } = run
  const { caption: _caption, alternative: _alternative, ...picture } = plot
  return {
    tool,
    engine,
    input,
    seed,
    scenario,
    world,
    at,
    executionTime,
    result,
    verdict: { severity: verdict.severity },
    figures: figures.map(({ label, value, unit }) => ({ label, value, unit })),
    plot: picture,
  }
}

const trendOf = (a: ComparableRun, b: ComparableRun): RunComparison['trend'] => {
  const difference = severities.indexOf(b.verdict.severity) - severities.indexOf(a.verdict.severity)
  if (difference === 0) return 'same'
  return difference < 0 ? 'worse' : 'better'
}

const comparedRun = ({
  executionId,
  tool,
  engine,
  input,
  seed,
  scenario,
  world,
  at,
  verdict,
}: ComparableRun): ComparedRun => ({
  executionId,
  tool,
  engine,
  input,
  seed,
  scenario,
  ...(world === undefined ? {} : { world }),
  at,
  verdict,
})

const isSameText = (a: Finding, b: Finding): boolean =>
  a.title === b.title && a.detail === b.detail && a.advice === b.advice

/** Matches the findings of two runs. Each list keeps the order of its run: worst first. */
const compareFindings = (a: readonly Finding[], b: readonly Finding[]): FindingsComparison => {
  const rest = [...b]
  const onlyInA: Finding[] = []
  const changed: { a: Finding; b: Finding }[] = []
  const same: Finding[] = []
  for (const finding of a) {
    const at = rest.findIndex(({ code, severity }) => code === finding.code && severity === finding.severity)
    const [match] = at === -1 ? [] : rest.splice(at, 1)
    if (match === undefined) onlyInA.push(finding)
    else if (isSameText(finding, match)) same.push(finding)
    else changed.push({ a: finding, b: match })
  }
  return { onlyInA, onlyInB: rest, changed, same }
}

/** A comparison without its sentence. */
type Compared = Omit<RunComparison, 'simulated' | 'sentence'>

const arrivalOf = ({ exchanges }: ExchangesPlot): number | undefined =>
  exchanges.find(({ outcome }) => outcome === 'open')?.to

const mailDelay = (a: ExchangesPlot, b: ExchangesPlot): string | undefined => {
  const [before, after] = [arrivalOf(a), arrivalOf(b)]
  if (after === undefined) return before === undefined ? undefined : 'no mail arrives'
  if (before === undefined) return 'mail arrives again'
  const seconds = Math.round(Math.abs(after - before) / SECOND)
  if (seconds === 0) return undefined
  return `mail is ${inWords(seconds)} ${seconds === 1 ? 'second' : 'seconds'} ${after > before ? 'slower' : 'faster'}`
}

/** Describes which mail servers changed and the effect on mail; undefined if none failed or recovered. */
const mailSentence = (a: Plot, b: Plot): string | undefined => {
  if (a.kind !== 'exchanges' || b.kind !== 'exchanges') return undefined
  const turned = (outcome: string, other: string): string[] =>
    a.exchanges.flatMap((one) => {
      const same = b.exchanges.find(({ exchange }) => exchange === one.exchange)
      return one.outcome === outcome && same?.outcome === other ? [firstLabelOf(one.exchange)] : []
    })
  const silent = turned('open', 'silent')
  const refusing = turned('open', 'refused')
  const back = [...turned('silent', 'open'), ...turned('refused', 'open')]
  const parts = [
    ...(silent.length === 0 ? [] : [`${prose(silent)} went silent`]),
    ...(refusing.length === 0
      ? []
      : [`${prose(refusing)} ${refusing.length === 1 ? 'refused' : 'refuse'} connections`]),
    ...(back.length === 0 ? [] : [`${prose(back)} ${back.length === 1 ? 'answers' : 'answer'} again`]),
  ]
  if (parts.length === 0) return undefined
  const delay = mailDelay(a, b)
  return `${[...parts, ...(delay === undefined ? [] : [delay])].join(', and ')}.`
}

const findingSentence = ({ trend, findings }: Compared): string | undefined => {
  const added = findings.onlyInB.find(({ severity }) => severity !== 'pass')
  const gone = findings.onlyInA.find(({ severity }) => severity !== 'pass')
  const parts = [
    ...(trend === 'same' ? [] : [`${capitalize(trend)}.`]),
    ...(added === undefined || trend === 'better' ? [] : [`New: ${added.title}.`]),
    ...(gone === undefined || trend === 'worse' ? [] : [`Gone: ${gone.title}.`]),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

const differ = (number: number): string => (number === 1 ? 'differs' : 'differ')

const factNames = {
  tool: 'tool',
  engine: 'version',
  input: 'input',
  seed: 'seed',
  scenario: 'scenario',
  world: 'world document',
  at: 'time',
}

/** Returns the changes from A to B as one sentence. */
const comparisonSentence = (comparison: Compared, a: Plot, b: Plot): string => {
  const { isSame, changed, figures, fields, isSameReport } = comparison
  if (isSame) return 'No difference.'
  if (isSameReport && changed.length > 0) {
    const names = prose(changed.map((fact) => factNames[fact]))
    return `Only ${names} ${differ(changed.length)}; the reports are the same.`
  }
  const specific = mailSentence(a, b) ?? findingSentence(comparison)
  if (specific !== undefined) return specific
  const different = figures.filter(({ change }) => change !== 'same').length
  const what =
    different === 0
      ? `${count(fields.differing.length, 'field')} ${differ(fields.differing.length)}`
      : `${count(different, 'figure')} ${differ(different)}`
  return `No problem is new or gone; ${what}.`
}

/**
 * Compares two runs and returns the changes from A to B in verdict, figures, findings and fields. Figures match by label, findings by code
 * and severity. You can also compare runs of two different tools, although they have little in common; `changed` then contains `tool`.
 *
 * @example
 * const a = await createToolbox({ seed: 'k3f9', scenario: 'healthy' }).run('mx-record', 'mail.example')
 * const b = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * const comparison = compareRuns(a, b)
 * comparison.sentence // => 'mx1 went silent, and mail is ten seconds slower.'
 * comparison.figures.map(({ words }) => words).slice(0, 2) // => ['1 fewer', '9.8 s longer']
 * comparison.findings.onlyInB.map(({ code }) => code) // => ['mx-silent']
 */
export const compareRuns = (a: ComparableRun, b: ComparableRun): RunComparison => {
  // World documents are in canonical form, so that equal ones have equal texts.
  const changed = facts.filter((fact) => JSON.stringify(a[fact]) !== JSON.stringify(b[fact]))
  const fields = compareFields(dataOf(a), dataOf(b))
  const isSameReport = compareFields(reportOf(a), reportOf(b)).differing.length === 0
  const comparison = {
    isSame: isSameReport && fields.differing.length === 0,
    isSameReport,
    a: comparedRun(a),
    b: comparedRun(b),
    changed,
    trend: trendOf(a, b),
    figures: compareFigures(a.figures, b.figures),
    findings: compareFindings(a.findings, b.findings),
    fields,
  }
  return { simulated: true, sentence: comparisonSentence(comparison, a.plot, b.plot), ...comparison }
}

import type { ToolRun } from '../runs/run.ts'
import { severities } from '../reports/report.ts'
import { compareFields, type FieldDifference } from './compare-fields.ts'
import { compareFigures, type FigureComparison } from './compare-figures.ts'
import { compareFindings, type FindingsComparison } from './compare-findings.ts'
import { comparisonSentence } from './comparison-sentence.ts'

/** A run that can be compared. Its usage may be missing. */
export type ComparableRun = Omit<ToolRun, 'usage'>

const facts = ['tool', 'engine', 'input', 'seed', 'scenario', 'world', 'at'] as const

/** The name of a fact that determines a run. */
export type RunFact = (typeof facts)[number]

/** One of the two runs, as the comparison identifies it. */
export type ComparedRun = Pick<ComparableRun, RunFact | 'executionId' | 'verdict'>

/** The changes from run A to run B, as plain JSON data. */
export interface RunComparison {
  /** Always true: both results are simulated. */
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
  /** Whether the verdict of B is worse than that of A, by severity. */
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

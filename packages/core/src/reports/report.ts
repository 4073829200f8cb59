import type { Plot, Severity } from './plot.ts'

export type { Severity }

/** The severities from the worst to the best, which is the order of findings in every report. */
export const severities: readonly [Severity, ...Severity[]] = ['critical', 'warning', 'info', 'pass']

/** One finding of the analysis of a result. */
export interface Finding<Code extends string = string> {
  /** A stable name, the same in every run: `mx-silent`. */
  readonly code: Code
  readonly severity: Severity
  readonly title: string
  /** The reason; may be empty for a pass. */
  readonly detail: string
  /** The advice; empty for a pass and if no action helps. */
  readonly advice: string
  /** The address of the page about the code, in runs of a service and in the command's JSON. */
  readonly url?: string
}

/** One key figure of a report. `value` and `unit` form one phrase: '2' 'of 3', '84.4' 'ms'. */
export interface Figure {
  readonly label: string
  readonly value: string
  readonly unit?: string
  readonly note?: string
}

/** The report in one sentence. */
export interface Verdict {
  readonly severity: Severity
  readonly sentence: string
  readonly detail: string
}

/** The analysis of one result: the same in terminal, browser and API. */
export interface Report<Code extends string = string> {
  readonly verdict: Verdict
  /** The key figures, two to four. */
  readonly figures: readonly Figure[]
  /** The findings, worst first. */
  readonly findings: readonly Finding<Code>[]
  /** The data for a picture of the result. */
  readonly plot: Plot
}

/** The result of a tool's own analysis, before `finishReport` orders it. */
export interface ReportDraft<Code extends string = string> {
  readonly sentence: string
  readonly detail: string
  readonly figures: readonly Figure[]
  readonly findings: readonly Finding<Code>[]
  readonly plot: Plot
}

const rank = (severity: Severity): number => severities.indexOf(severity)

/**
 * Returns the worst severity among findings; `pass` if there are none.
 *
 * @example
 * const { findings } = await createToolbox({ seed: 'k3f9', scenario: 'mx-down' }).run('mx-record', 'mail.example')
 * worst(findings) // => 'critical'
 * worst([]) // => 'pass'
 */
export const worst = (findings: readonly Finding[]): Severity => {
  let least = severities.length - 1
  for (const { severity } of findings) least = Math.min(least, rank(severity))
  return severities[least] ?? 'pass'
}

/** Orders findings from the worst to the best; findings of the same severity keep their order. */
const worstFirst = <Code extends string>(findings: readonly Finding<Code>[]): Finding<Code>[] => {
  const ordered: Finding<Code>[] = []
  // Four passes over a handful of findings take less time than a sort with a comparator.
  for (const severity of severities) {
    for (const finding of findings) if (finding.severity === severity) ordered.push(finding)
  }
  return ordered
}

/**
 * Returns `true` if a severity is at or above a threshold.
 *
 * @example
 * isAtLeast('critical', 'warning') // => true
 * isAtLeast('info', 'warning') // => false
 */
export const isAtLeast = (severity: Severity, threshold: Severity): boolean => rank(severity) <= rank(threshold)

/** Orders the findings, and sets the verdict's severity to the worst of them, so that the two never disagree. */
export const finishReport = <Code extends string>({
  sentence,
  detail,
  figures,
  findings: found,
  plot,
}: ReportDraft<Code>): Report<Code> => {
  const findings = worstFirst(found)
  return { verdict: { severity: findings[0]?.severity ?? 'pass', sentence, detail }, figures, findings, plot }
}

/**
 * Returns what a list says about a run: the sentence of the verdict and, for a warning or worse, the finding behind it, because the sentence
 * may speak of what works.
 *
 * @example
 * const run = await createToolbox({ seed: 'k3f9', scenario: 'ptr-mismatch' }).run('smtp-test', 'mx1.shop.example:25')
 * listSentence(run).split('. ')[0] // => 'The server answers in 330 ms and offers TLS'
 * listSentence(run).split('. ')[1] // => 'The name in the PTR record of 198.18.122.91 does not resolve back to it.'
 */
export const listSentence = ({ verdict, findings: [first] }: Pick<Report, 'verdict' | 'findings'>): string => {
  const reason = first !== undefined && isAtLeast(verdict.severity, 'warning') ? `${first.title}.` : verdict.sentence
  return reason === verdict.sentence ? reason : `${verdict.sentence} ${reason}`
}

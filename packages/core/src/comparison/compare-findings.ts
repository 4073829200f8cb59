import type { Finding } from '../reports/report.ts'

/** The comparison of two runs' findings. Two findings are the same if code and severity agree. */
export interface FindingsComparison {
  readonly onlyInA: readonly Finding[]
  readonly onlyInB: readonly Finding[]
  /** Findings that are in both runs but differ in title, detail or advice. */
  readonly changed: readonly { readonly a: Finding; readonly b: Finding }[]
  /** Findings that are word for word the same in both runs. */
  readonly same: readonly Finding[]
}

const isSameText = (a: Finding, b: Finding): boolean =>
  a.title === b.title && a.detail === b.detail && a.advice === b.advice

/** Matches the findings of two runs. Each list keeps the order of its run: worst first. */
export const compareFindings = (a: readonly Finding[], b: readonly Finding[]): FindingsComparison => {
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

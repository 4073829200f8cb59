import { type Finding, severities, type Severity, severityWords } from '@netbox/core'

/** The number of findings of one severity, in words: `2 warnings`. */
export interface TallyEntry {
  readonly severity: Severity
  readonly words: string
}

/** Counts findings by severity, worst first, without zero counts. */
export const tallyOf = (findings: readonly Pick<Finding, 'severity'>[]): TallyEntry[] =>
  severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    if (count === 0) return []
    const { one, many } = severityWords[severity]
    return [{ severity, words: `${count} ${count === 1 ? one : many}` }]
  })

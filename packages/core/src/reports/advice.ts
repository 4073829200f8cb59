import { type Finding, severities, type Severity } from './report.ts'

/** Returns the advice of findings at or above `least`, worst first. */
export const adviceOf = (findings: readonly Finding[], least: Severity = 'pass'): string[] => {
  const advice: string[] = []
  for (const severity of severities) {
    for (const finding of findings) {
      if (finding.severity === severity && finding.advice !== '') advice.push(finding.advice)
    }
    if (severity === least) break
  }
  return advice
}

import { type Finding, severities, type Severity } from './report.ts'

/** Reports a problem that breaks something now. */
export const critical = (code: string, title: string, detail: string, advice: string): Finding => ({
  code,
  severity: 'critical',
  title,
  detail,
  advice,
})

/** Reports a problem that will cause harm, or already affects some users. */
export const warning = (code: string, title: string, detail: string, advice: string): Finding => ({
  code,
  severity: 'warning',
  title,
  detail,
  advice,
})

/** Reports a fact worth knowing. */
export const info = (code: string, title: string, detail: string, advice = ''): Finding => ({
  code,
  severity: 'info',
  title,
  detail,
  advice,
})

/** Reports a passed check. */
export const pass = (code: string, title: string, detail = ''): Finding => ({
  code,
  severity: 'pass',
  title,
  detail,
  advice: '',
})

/** Returns the advice of the findings at or above `least`, worst finding first. */
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

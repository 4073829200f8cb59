import { type Finding, severities, type Severity } from './report.ts'

/** Reports a problem that breaks something now. */
export const critical = <Code extends string>(
  code: Code,
  title: string,
  detail: string,
  advice: string,
): Finding<Code> => ({
  code,
  severity: 'critical',
  title,
  detail,
  advice,
})

/** Reports a problem that will cause harm, or already affects some users. */
export const warning = <Code extends string>(
  code: Code,
  title: string,
  detail: string,
  advice: string,
): Finding<Code> => ({
  code,
  severity: 'warning',
  title,
  detail,
  advice,
})

/** Reports a fact worth knowing. */
export const info = <Code extends string>(code: Code, title: string, detail: string, advice = ''): Finding<Code> => ({
  code,
  severity: 'info',
  title,
  detail,
  advice,
})

/** Reports a passed check. */
export const pass = <Code extends string>(code: Code, title: string, detail = ''): Finding<Code> => ({
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

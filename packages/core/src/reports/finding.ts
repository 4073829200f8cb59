import type { Finding } from './report.ts'

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

import type { Finding } from './report.ts'

/** Reports something that is broken now. */
export const critical = (code: string, title: string, detail: string, advice: string): Finding => ({
  code,
  severity: 'critical',
  title,
  detail,
  advice,
})

/** Reports something that will hurt, or that hurts some. */
export const warning = (code: string, title: string, detail: string, advice: string): Finding => ({
  code,
  severity: 'warning',
  title,
  detail,
  advice,
})

/** Reports something worth knowing. */
export const info = (code: string, title: string, detail: string, advice = ''): Finding => ({
  code,
  severity: 'info',
  title,
  detail,
  advice,
})

/** Reports something that was checked and is well. */
export const pass = (code: string, title: string, detail = ''): Finding => ({
  code,
  severity: 'pass',
  title,
  detail,
  advice: '',
})

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The certificate expired four to seven days ago. Every second day at 00:00 UTC, a newer expired one replaces it. */
export const certExpired = defineScenario({
  name: 'cert-expired',
  title: 'The certificate has expired',
  overrides: { ...healthy.overrides, certificate: 'expired' },
})

/** The lesson of `cert-expired`. */
export const certExpiredExercise: Exercise = {
  lesson: 'Browsers stop with a full-page warning, and programs that call the site fail.',
  findings: {
    'https-test': { 'https-expired': 'critical' },
  },
}

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The certificate ran out. */
export const certExpired = defineScenario({
  name: 'cert-expired',
  title: 'The certificate ran out',
  overrides: { ...healthy.overrides, certificate: 'expired' },
})

/** What to learn from `cert-expired`. */
export const certExpiredExercise: Exercise = {
  lesson: 'Browsers stop with a full-page warning, and programs that call the site fail.',
  findings: {
    'https-test': { 'https-expired': 'critical' },
  },
}

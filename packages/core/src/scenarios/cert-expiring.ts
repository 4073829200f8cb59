import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The certificate expires in one to three days. Every second day at 00:00 UTC, a certificate with three days left replaces it. */
export const certExpiring = defineScenario({
  name: 'cert-expiring',
  title: 'The certificate expires in one to three days',
  overrides: { ...healthy.overrides, certificate: 'expiring' },
})

/** The lesson of `cert-expiring`. */
export const certExpiringExercise: Exercise = {
  lesson: 'The renewal did not happen. The site works today and will be broken in a few days.',
  findings: {
    'https-test': { 'https-expiring': 'warning' },
  },
}

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** A DMARC policy that only monitors. */
export const dmarcNone = defineScenario({
  name: 'dmarc-none',
  title: 'DMARC only monitors',
  overrides: { ...healthy.overrides, dmarc: 'none' },
})

/** The lesson of `dmarc-none`. */
export const dmarcNoneExercise: Exercise = {
  lesson: 'A policy of none asks receivers to report forged mail, but to deliver it.',
  findings: {
    'email-deliverability': { 'deliver-dmarc-none': 'warning' },
    'header-analyzer': { 'header-dmarc-watching': 'warning' },
  },
}

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The mail server accepts every recipient. */
export const catchAll = defineScenario({
  name: 'catch-all',
  title: 'The mail server accepts every recipient',
  overrides: { ...healthy.overrides, recipients: 'catch-all' },
})

/** The lesson of `catch-all`. */
export const catchAllExercise: Exercise = {
  lesson:
    'Any address at the domain is accepted, whether someone reads it or not, so an accepted address proves nothing.',
  findings: {
    'smtp-test': { 'smtp-catch-all': 'warning' },
    'email-validation': { 'address-catch-all': 'warning' },
  },
}

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
    'The server accepts every address at the domain, whether the mailbox exists or not, so acceptance proves nothing.',
  findings: {
    'smtp-test': { 'smtp-catch-all': 'warning' },
    'email-validation': { 'address-catch-all': 'warning' },
  },
}

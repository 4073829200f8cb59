import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The mail server asks unknown senders to try again later. */
export const greylisting = defineScenario({
  name: 'greylisting',
  title: 'The mail server asks unknown senders to try again later',
  overrides: { ...healthy.overrides, recipients: 'greylisted' },
})

/** The lesson of `greylisting`. */
export const greylistingExercise: Exercise = {
  lesson:
    'A first attempt gets a temporary refusal. Real mail servers try again some minutes later; impatient programs report a failure although there is none.',
  findings: {
    'smtp-test': { 'smtp-greylisted': 'warning' },
    'email-validation': { 'address-greylisted': 'warning' },
  },
}

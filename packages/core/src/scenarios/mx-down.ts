import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The first mail server is silent. */
export const mxDown = defineScenario({
  name: 'mx-down',
  title: 'The first mail server is silent',
  overrides: { ...healthy.overrides, exchange: 'first-silent' },
})

/** The lesson of `mx-down`. */
export const mxDownExercise: Exercise = {
  lesson:
    'The mail server is still listed in DNS, but port 25 gives no answer. Senders wait for it before they try the next one, so mail is late rather than lost.',
  findings: {
    'mx-record': { 'mx-silent': 'critical' },
    'dns-diagnostic': { 'dns-mail': 'critical' },
    'smtp-test': { 'smtp-silent': 'critical' },
    'email-validation': { 'address-first-silent': 'warning' },
    'email-deliverability': { 'deliver-first-silent': 'critical' },
  },
}

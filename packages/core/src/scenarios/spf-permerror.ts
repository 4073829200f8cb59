import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The SPF policy needs more than ten lookups. */
export const spfPermerror = defineScenario({
  name: 'spf-permerror',
  title: 'The SPF policy needs more than ten lookups',
  overrides: { ...healthy.overrides, spf: 'lookups' },
})

/** The lesson of `spf-permerror`. */
export const spfPermerrorExercise: Exercise = {
  lesson:
    'Every include needs lookups. After the tenth, receivers stop with a permanent error and the policy protects nobody (RFC 7208, section 4.6.4).',
  findings: {
    'txt-record': { 'txt-spf-broken': 'critical' },
    'spf-check': { 'spf-lookups': 'critical' },
    'dns-diagnostic': { 'dns-spf': 'critical' },
    'email-deliverability': { 'deliver-spf-lookups': 'critical' },
    'spf-generator': { 'spfgen-include-broken': 'critical' },
  },
}

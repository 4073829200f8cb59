import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** An alias points at nothing. */
export const danglingCname = defineScenario({
  name: 'dangling-cname',
  title: 'An alias points at nothing',
  overrides: { ...healthy.overrides, alias: 'dangling' },
})

/** What to learn from `dangling-cname`. */
export const danglingCnameExercise: Exercise = {
  lesson:
    'The service behind the alias was given up, the alias was not. The name fails, and whoever claims the service next answers in its place.',
  findings: {
    'tcp-port-test': { 'tcp-unresolved': 'critical' },
    traceroute: { 'trace-unresolved': 'critical' },
    'a-record': { 'a-dangling': 'critical' },
    'cname-lookup': { 'cname-dangling': 'critical' },
    'dns-propagation': { 'prop-no-address': 'critical' },
    'dns-diagnostic': { 'dns-address': 'critical' },
    'email-migration': { 'migration-unresolved': 'critical' },
    'https-test': { 'https-unresolved': 'critical' },
    'header-security': { 'headers-unresolved': 'critical' },
  },
}

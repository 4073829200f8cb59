import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** An alias whose target does not exist. */
export const danglingCname = defineScenario({
  name: 'dangling-cname',
  title: 'An alias points at nothing',
  overrides: { ...healthy.overrides, alias: 'dangling' },
})

/** The lesson of `dangling-cname`. */
export const danglingCnameExercise: Exercise = {
  lesson:
    'The service behind the alias was shut down, but the alias stayed. The name fails for every type of record, and whoever claims the service next can answer in its place. A domain itself is never an alias: look up www.shop.example.',
  findings: {
    traceroute: { 'trace-unresolved': 'critical' },
    'a-record': { 'a-dangling': 'critical' },
    'cname-lookup': { 'cname-dangling': 'critical' },
    'email-migration': { 'migration-unresolved': 'critical' },
  },
}

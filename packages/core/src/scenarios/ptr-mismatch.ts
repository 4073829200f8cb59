import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The host name in the PTR record does not resolve to the address. */
export const ptrMismatch = defineScenario({
  name: 'ptr-mismatch',
  title: 'Name and address disagree',
  overrides: { ...healthy.overrides, reverse: 'mismatch' },
})

/** The lesson of `ptr-mismatch`. */
export const ptrMismatchExercise: Exercise = {
  lesson:
    'The PTR record of the address names a host that resolves to another address. Mail servers take that as a sign of a hijacked machine.',
  findings: {
    'blacklist-check': { 'blacklist-reverse-mismatch': 'warning' },
    'ptr-lookup': { 'ptr-mismatch': 'critical' },
    'smtp-test': { 'smtp-reverse-mismatch': 'warning' },
    'email-deliverability': { 'deliver-reverse-mismatch': 'warning' },
  },
}

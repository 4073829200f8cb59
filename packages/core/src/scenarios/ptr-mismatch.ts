import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** Name and address disagree. */
export const ptrMismatch = defineScenario({
  name: 'ptr-mismatch',
  title: 'Name and address disagree',
  lesson:
    'The reverse name of the address leads somewhere else. Mail servers take that as a sign of a hijacked machine.',
  bends: { ...healthy.bends, reverse: 'mismatch' },
  findings: {
    'blacklist-check': { 'blacklist-reverse-mismatch': 'warning' },
    'ptr-lookup': { 'ptr-mismatch': 'critical' },
    'email-deliverability': { 'deliver-reverse-mismatch': 'warning' },
  },
})

import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** The mail server asks strangers to come back. */
export const greylisting = defineScenario({
  name: 'greylisting',
  title: 'The mail server asks strangers to come back',
  lesson:
    'A first attempt gets a temporary refusal. Real mail servers try again some minutes later; impatient programs report a failure that is none.',
  bends: { ...healthy.bends, recipients: 'greylisted' },
  findings: {
    'smtp-test': { 'smtp-greylisted': 'warning' },
    'email-validation': { 'address-greylisted': 'warning' },
    'header-analyzer': { 'header-slow-hop': 'warning' },
  },
})

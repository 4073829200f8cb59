import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** The mail server accepts every recipient. */
export const catchAll = defineScenario({
  name: 'catch-all',
  title: 'The mail server accepts every recipient',
  lesson:
    'Any address at the domain is accepted, whether someone reads it or not, so an accepted address proves nothing.',
  bends: { ...healthy.bends, recipients: 'catch-all' },
  findings: {
    'smtp-test': { 'smtp-catch-all': 'warning' },
    'email-validation': { 'address-catch-all': 'warning' },
  },
})

import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** The certificate ends in three days. */
export const certExpiring = defineScenario({
  name: 'cert-expiring',
  title: 'The certificate ends in three days',
  lesson: 'The renewal did not happen. All is well today and broken at the weekend.',
  bends: { ...healthy.bends, certificate: 'expiring' },
  findings: {
    'https-test': { 'https-expiring': 'warning' },
  },
})

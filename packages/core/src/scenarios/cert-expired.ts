import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** The certificate ran out. */
export const certExpired = defineScenario({
  name: 'cert-expired',
  title: 'The certificate ran out',
  lesson: 'Browsers stop with a full-page warning, and programs that call the site fail.',
  bends: { ...healthy.bends, certificate: 'expired' },
  findings: {
    'https-test': { 'https-expired': 'critical' },
  },
})

import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** DMARC watches and does nothing. */
export const dmarcNone = defineScenario({
  name: 'dmarc-none',
  title: 'DMARC watches and does nothing',
  lesson: 'A policy of none asks receivers to report and to deliver all the same. Forged mail arrives.',
  bends: { ...healthy.bends, dmarc: 'none' },
  findings: {
    'email-deliverability': { 'deliver-dmarc-none': 'warning' },
    'header-analyzer': { 'header-dmarc-watching': 'warning' },
  },
})

import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** Some resolvers keep the old address. */
export const propagationPartial = defineScenario({
  name: 'propagation-partial',
  title: 'Some resolvers keep the old address',
  lesson:
    'The record was changed while its time to live was long. Until the copies run out, users in some places reach the old server.',
  bends: { ...healthy.bends, propagation: 'partial' },
  findings: {
    'dns-propagation': { 'prop-stale': 'warning' },
    'dns-diagnostic': { 'dns-propagation': 'warning' },
  },
})

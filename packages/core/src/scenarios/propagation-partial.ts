import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** Some resolvers return the old address. */
export const propagationPartial = defineScenario({
  name: 'propagation-partial',
  title: 'Some resolvers keep the old address',
  overrides: { ...healthy.overrides, propagation: 'partial' },
})

/** The lesson of `propagation-partial`. */
export const propagationPartialExercise: Exercise = {
  lesson:
    'The record was changed while its time to live was long. Until cached copies expire, users in some places reach the old server.',
  findings: {
    'dns-propagation': { 'prop-stale': 'warning' },
    'dns-diagnostic': { 'dns-propagation': 'warning' },
  },
}

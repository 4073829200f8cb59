import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** The sending address is on block lists. */
export const blacklisted = defineScenario({
  name: 'blacklisted',
  title: 'The sending address is on block lists',
  overrides: { ...healthy.overrides, listed: true },
})

/** The lesson of `blacklisted`. */
export const blacklistedExercise: Exercise = {
  lesson: 'All receivers that use those lists refuse the mail or file it as spam, whatever its content.',
  findings: {
    'blacklist-check': { 'blacklist-listed': 'critical' },
    'email-deliverability': { 'deliver-listed': 'critical' },
  },
}

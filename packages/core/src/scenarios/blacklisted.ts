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
  lesson: 'Mail is refused or filed as spam by everyone who asks those lists, whatever the content.',
  findings: {
    'blacklist-check': { 'blacklist-listed': 'critical' },
    'email-deliverability': { 'deliver-listed': 'critical' },
  },
}

import { healthy } from './healthy.ts'
import { defineScenario } from './scenario.ts'

/** The sending address is on block lists. */
export const blacklisted = defineScenario({
  name: 'blacklisted',
  title: 'The sending address is on block lists',
  lesson: 'Mail is refused or filed as spam by everyone who asks those lists, whatever the content.',
  bends: { ...healthy.bends, listed: true },
  findings: {
    'blacklist-check': { 'blacklist-listed': 'critical' },
    'email-deliverability': { 'deliver-listed': 'critical' },
  },
})

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** A signature no longer verifies. */
export const dnssecBogus = defineScenario({
  name: 'dnssec-bogus',
  title: 'A signature no longer verifies',
  overrides: { ...healthy.overrides, dnssec: 'bogus' },
})

/** What to learn from `dnssec-bogus`. */
export const dnssecBogusExercise: Exercise = {
  lesson:
    'The parent still vouches for a key that the zone has given up. Resolvers that validate answer SERVFAIL: for everyone behind them the domain is gone.',
  findings: {
    'a-record': { 'a-bogus': 'critical' },
    'dnssec-check': { 'dnssec-bogus': 'critical' },
    'dns-diagnostic': { 'dns-dnssec': 'critical' },
    'header-analyzer': { 'header-dmarc-temperror': 'warning' },
  },
}

import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** A signature no longer verifies. */
export const dnssecBogus = defineScenario({
  name: 'dnssec-bogus',
  title: 'A signature no longer verifies',
  overrides: { ...healthy.overrides, dnssec: 'bogus' },
})

/** The lesson of `dnssec-bogus`. */
export const dnssecBogusExercise: Exercise = {
  lesson:
    'The DS record at the parent still names a key that the zone no longer uses. Validating resolvers answer SERVFAIL: their users cannot reach the domain.',
  findings: {
    'tcp-port-test': { 'tcp-unresolved': 'critical' },
    traceroute: { 'trace-unresolved': 'critical' },
    'a-record': { 'a-bogus': 'critical' },
    'mx-record': { 'mx-unresolved': 'critical' },
    'txt-record': { 'txt-unresolved': 'critical' },
    'cname-lookup': { 'cname-unresolved': 'critical' },
    'soa-record': { 'soa-unresolved': 'critical' },
    'dnssec-check': { 'dnssec-bogus': 'critical' },
    'dns-propagation': { 'prop-bogus': 'critical' },
    'spf-check': { 'spf-unresolved': 'critical' },
    'dns-diagnostic': { 'dns-address': 'critical', 'dns-dnssec': 'critical' },
    'https-test': { 'https-unresolved': 'critical' },
    'header-security': { 'headers-unresolved': 'critical' },
    'smtp-test': { 'smtp-unresolved': 'critical' },
    'email-validation': { 'address-unresolved': 'critical' },
    'spf-generator': { 'spfgen-include-broken': 'critical', 'spfgen-unreadable': 'warning' },
    'header-analyzer': { 'header-dmarc-temperror': 'warning' },
    'email-deliverability': { 'deliver-unresolved': 'critical' },
    'email-migration': { 'migration-unresolved': 'critical' },
  },
}

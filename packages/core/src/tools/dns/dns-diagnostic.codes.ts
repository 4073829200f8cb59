import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `dns-diagnostic`, by code. */
export const dnsDiagnosticCodes = findingKinds({
  'dns-address': { title: 'Whether the name has an address', severities: ['critical', 'pass'] },
  'dns-dnssec': {
    title: 'Whether DNSSEC validation succeeds',
    severities: ['critical', 'info', 'pass'],
    rfc: 'RFC 4035, section 5.5',
  },
  'dns-mail': {
    title: 'Whether the mail servers answer, in more than one network',
    severities: ['critical', 'warning', 'pass'],
  },
  'dns-others': { title: 'The name has records of other types', severities: ['pass'] },
  'dns-propagation': { title: 'Whether all resolvers have the current answer', severities: ['warning', 'pass'] },
  'dns-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'dns-servers': {
    title: 'Whether the nameservers are in several networks',
    severities: ['warning', 'pass'],
    rfc: 'RFC 2182, section 3.1',
  },
  'dns-spf': {
    title: 'Whether the SPF record can be evaluated, and is strict',
    severities: ['critical', 'warning', 'pass'],
    rfc: 'RFC 7208',
  },
  'dns-zone': {
    title: 'Whether the serial and the timers of the zone are usual',
    severities: ['warning', 'pass'],
    rfc: 'RFC 1912, section 2.2',
  },
})

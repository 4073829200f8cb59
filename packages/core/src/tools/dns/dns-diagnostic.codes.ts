import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `dns-diagnostic`, by code. */
export const dnsDiagnosticCodes = findingKinds({
  'dns-address': { title: 'Whether the name has an address', severities: ['critical', 'pass'] },
  'dns-answers-inward': {
    title: 'Answers lead into the network of the client',
    severities: ['critical', 'warning'],
    rfc: 'RFC 6890',
  },
  'dns-dnssec': {
    title: 'Whether DNSSEC validation succeeds',
    severities: ['critical', 'info', 'pass'],
    rfc: 'RFC 4035, section 5.5',
  },
  'dns-issuance': {
    title: 'CAA records forbid every authority to issue certificates',
    severities: ['warning'],
    rfc: 'RFC 8659, section 4.2',
  },
  'dns-encrypted': {
    title: 'Encrypted connections to resolvers are blocked',
    severities: ['warning'],
    rfc: 'RFC 7858',
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
    title: 'Whether the timers of the zone are usual, and secondaries get copies',
    severities: ['warning', 'pass'],
    rfc: 'RFC 1912, section 2.2',
  },
})

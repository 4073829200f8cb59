import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `dnssec-check`, by code. */
export const dnssecCheckCodes = findingKinds({
  'dnssec-algorithm': {
    title: 'The zone is signed with a recommended algorithm',
    severities: ['pass'],
    rfc: 'RFC 9904',
  },
  'dnssec-bogus': {
    title: 'The signatures of the zone are not valid',
    severities: ['critical'],
    rfc: 'RFC 4035, section 5.5',
  },
  'dnssec-ds': {
    title: 'The DS record matches the key that signs the zone',
    severities: ['pass'],
    rfc: 'RFC 4035, section 5.2',
  },
  'dnssec-parent': { title: 'The chain of trust holds from the root down to the parent', severities: ['pass'] },
  'dnssec-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'dnssec-rsa': { title: 'The zone is signed with RSA', severities: ['info'] },
  'dnssec-unresolved': { title: 'The name does not resolve', severities: ['critical'], rfc: 'RFC 2308' },
  'dnssec-unsigned': { title: 'The zone is not signed', severities: ['info'], rfc: 'RFC 4033, section 5' },
})

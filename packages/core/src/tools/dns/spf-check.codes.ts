import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `spf-check`, by code. */
export const spfCheckCodes = findingKinds({
  'spf-duplicate': { title: 'There are several SPF records', severities: ['critical'], rfc: 'RFC 7208, section 3.2' },
  'spf-empty': {
    title: 'Terms of the SPF record find nothing',
    severities: ['warning'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spf-ending': { title: 'The end of the record says what happens to other mail', severities: ['pass'] },
  'spf-failure': {
    title: 'DNS fails for a name of the SPF record',
    severities: ['critical'],
    rfc: 'RFC 7208, section 2.6.6',
  },
  'spf-hosts': {
    title: 'A term of the SPF record needs more than ten mail servers',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spf-ignored': {
    title: 'Receivers ignore terms of the SPF record',
    severities: ['warning'],
    rfc: 'RFC 7208, section 5.1',
  },
  'spf-include': {
    title: 'The SPF record names a domain without a valid SPF record',
    severities: ['critical'],
    rfc: 'RFC 7208, section 5.2',
  },
  'spf-lookups': {
    title: 'The SPF record needs more than ten DNS lookups',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spf-missing': { title: 'There is no SPF record', severities: ['critical'] },
  'spf-neutral': {
    title: 'The SPF record says nothing about other servers',
    severities: ['warning'],
    rfc: 'RFC 7208, section 8.2',
  },
  'spf-pass-all': {
    title: 'The SPF record lets any server send for the domain',
    severities: ['critical'],
    rfc: 'RFC 7208, section 5.1',
  },
  'spf-ptr': { title: 'The SPF record uses ptr', severities: ['warning'], rfc: 'RFC 7208, section 5.5' },
  'spf-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'spf-record': { title: 'There is exactly one SPF record', severities: ['pass'] },
  'spf-redirect': {
    title: 'The SPF record continues at a name with a macro',
    severities: ['info'],
    rfc: 'RFC 7208, section 6.1',
  },
  'spf-softfail': { title: 'Mail from other servers is marked, not refused', severities: ['info'] },
  'spf-syntax': { title: 'The SPF record has an invalid term', severities: ['critical'], rfc: 'RFC 7208, section 4.6' },
  'spf-terms': { title: 'Every term of the record is known', severities: ['pass'] },
  'spf-unread': {
    title: 'Receivers ignore the SPF record, because of its beginning',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.5',
  },
  'spf-unresolved': {
    title: 'The name has no SPF record, because it does not resolve',
    severities: ['critical'],
    rfc: 'RFC 7208, section 2.6',
  },
  'spf-voids': {
    title: 'Too many terms of the SPF record find nothing',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spf-within': {
    title: 'The SPF record needs at most ten DNS lookups',
    severities: ['pass'],
    rfc: 'RFC 7208, section 4.6.4',
  },
})

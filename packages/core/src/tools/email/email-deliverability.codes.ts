import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `email-deliverability`, by code. */
export const emailDeliverabilityCodes = findingKinds({
  'deliver-dkim': { title: 'Mail is signed with a long DKIM key', severities: ['pass'] },
  'deliver-dkim-failure': { title: 'DNS fails for the DKIM key', severities: ['critical'] },
  'deliver-dkim-invalid': {
    title: 'Receivers cannot use the DKIM key',
    severities: ['critical'],
    rfc: 'RFC 6376, section 6.1.2',
  },
  'deliver-dkim-missing': {
    title: 'Mail is not signed with DKIM',
    severities: ['critical', 'warning'],
    rfc: 'RFC 6376',
  },
  'deliver-dkim-short': {
    title: 'The DKIM key is short',
    severities: ['critical', 'info'],
    rfc: 'RFC 8301, section 3.2',
  },
  'deliver-dkim-testing': {
    title: 'The DKIM key is in test mode',
    severities: ['info'],
    rfc: 'RFC 6376, section 3.6.1',
  },
  'deliver-dmarc': { title: 'DMARC protects the domain from forged mail', severities: ['pass'] },
  'deliver-dmarc-discarded': {
    title: 'Receivers discard the DMARC record',
    severities: ['critical'],
    rfc: 'RFC 9989, section 4.7',
  },
  'deliver-dmarc-failure': {
    title: 'DNS fails for the DMARC record',
    severities: ['critical'],
    rfc: 'RFC 9989, section 4.10',
  },
  'deliver-dmarc-missing': { title: 'There is no DMARC record', severities: ['warning'], rfc: 'RFC 9989' },
  'deliver-dmarc-none': { title: 'DMARC only monitors', severities: ['warning'] },
  'deliver-dmarc-reports': { title: 'No DMARC reports come', severities: ['warning'], rfc: 'RFC 9989, section 4.7' },
  'deliver-dmarc-testing': { title: 'DMARC is in test mode', severities: ['warning'], rfc: 'RFC 9989, section 4.7' },
  'deliver-exchanges': { title: 'Every mail server answers', severities: ['pass'] },
  'deliver-fallback-refuses': { title: 'A fallback mail server refuses connections', severities: ['warning'] },
  'deliver-fallback-silent': { title: 'A fallback mail server is silent', severities: ['warning'] },
  'deliver-first-refuses': { title: 'The first mail server refuses connections', severities: ['critical'] },
  'deliver-first-silent': { title: 'The first mail server is silent', severities: ['critical'] },
  'deliver-listed': { title: 'The sending address is on a block list', severities: ['critical'] },
  'deliver-block-lists-refuse': { title: 'Every block list refuses the resolver', severities: ['warning'] },
  'deliver-not-listed': { title: 'The sending address is on no block list', severities: ['pass'] },
  'deliver-reverse': {
    title: 'The sending address and the name in its PTR record resolve to each other',
    severities: ['pass'],
  },
  'deliver-reverse-generic': {
    title: 'The name in the PTR record only spells out the address',
    severities: ['warning'],
  },
  'deliver-reverse-mismatch': {
    title: 'The name in the PTR record does not resolve back to the address',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.1',
  },
  'deliver-reverse-missing': {
    title: 'The sending address has no PTR record',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.1',
  },
  'deliver-silent': { title: 'No mail server accepts connections', severities: ['critical'] },
  'deliver-spf': { title: 'The SPF record is valid', severities: ['pass'] },
  'deliver-spf-duplicate': {
    title: 'There are several SPF records',
    severities: ['critical'],
    rfc: 'RFC 7208, section 3.2',
  },
  'deliver-spf-error': {
    title: 'Receivers cannot evaluate the SPF record',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'deliver-spf-include': {
    title: 'The SPF record includes a domain that has no valid SPF record',
    severities: ['critical'],
    rfc: 'RFC 7208, section 5.2',
  },
  'deliver-spf-lookups': {
    title: 'The SPF record needs more than ten DNS lookups',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'deliver-spf-missing': { title: 'There is no SPF record', severities: ['critical'] },
  'deliver-spf-neutral': { title: 'The SPF record says nothing about other servers', severities: ['info'] },
  'deliver-spf-pass-all': { title: 'The SPF record lets any server send for the domain', severities: ['critical'] },
  'deliver-spf-syntax': {
    title: 'The SPF record has an invalid term',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6',
  },
  'deliver-unresolved': { title: 'The name has no mail server', severities: ['critical'], rfc: 'RFC 2308' },
})

import { findingKinds } from '../../../reports/finding-kind.ts'

/** The findings of `header-analyzer`, by code. */
export const headerAnalyzerCodes = findingKinds({
  'analyzer-claims': {
    title: 'A server claims results of SPF, DKIM and DMARC',
    severities: ['info'],
    rfc: 'RFC 8601, section 5',
  },
  'analyzer-clear-hop': { title: 'A hop was not encrypted', severities: ['warning'], rfc: 'RFC 3848' },
  'analyzer-clock': { title: 'The clocks of two servers differ', severities: ['info'] },
  'analyzer-date': { title: 'The Date field differs from the time of the first hop', severities: ['info'] },
  'analyzer-dkim-fail': { title: 'A signature is not valid', severities: ['warning'], rfc: 'RFC 6376, section 6.1' },
  'analyzer-dkim-none': { title: 'The mail is not signed', severities: ['warning', 'info'], rfc: 'RFC 6376' },
  'analyzer-dkim-permerror': {
    title: 'A signature or its key has an error',
    severities: ['warning'],
    rfc: 'RFC 6376, section 6.1',
  },
  'analyzer-dkim-temperror': {
    title: 'A signature cannot be checked now',
    severities: ['warning'],
    rfc: 'RFC 6376, section 6.1.2',
  },
  'analyzer-dkim-unverified': {
    title: 'A signature names a key that exists',
    severities: ['info'],
    rfc: 'RFC 6376, section 3.7',
  },
  'analyzer-dmarc': { title: 'DMARC passes', severities: ['pass'] },
  'analyzer-dmarc-discarded': {
    title: 'Receivers discard the DMARC record',
    severities: ['warning'],
    rfc: 'RFC 9989, section 4.7',
  },
  'analyzer-dmarc-fail': { title: 'DMARC fails', severities: ['critical'], rfc: 'RFC 7960' },
  'analyzer-dmarc-none': { title: 'The domain of the author has no DMARC record', severities: ['warning'] },
  'analyzer-dmarc-temperror': { title: 'DMARC ends in a temporary error', severities: ['warning'] },
  'analyzer-dmarc-unknown': {
    title: 'The headers do not show whether the domain sent the mail',
    severities: ['warning', 'info'],
  },
  'analyzer-dmarc-watching': {
    title: 'The domain asks receivers to deliver mail that fails DMARC',
    severities: ['warning'],
    rfc: 'RFC 9989, section 4.10.1',
  },
  'analyzer-encrypted': { title: 'No hop is known to have crossed the network without TLS', severities: ['pass'] },
  'analyzer-many-authors': {
    title: 'The From field names several domains',
    severities: ['critical'],
    rfc: 'RFC 9989, section 5.3.1',
  },
  'analyzer-missing-domain': { title: 'The domain of the author does not exist', severities: ['critical'] },
  'analyzer-no-from': { title: 'No From address can be read', severities: ['warning'], rfc: 'RFC 5322, section 3.6' },
  'analyzer-no-received': { title: 'The block has no Received lines', severities: ['info'] },
  'analyzer-prompt': { title: 'No hop is known to have taken long', severities: ['pass'] },
  'analyzer-several-authors': {
    title: 'The From field names several addresses of one domain',
    severities: ['info'],
    rfc: 'RFC 5322, section 3.6.2',
  },
  'analyzer-slow-hop': { title: 'A hop took long', severities: ['warning'] },
  'analyzer-spf': { title: 'SPF passes', severities: ['pass'] },
  'analyzer-spf-fail': {
    title: 'SPF does not allow the sending server',
    severities: ['warning'],
    rfc: 'RFC 7208, section 2.6.4',
  },
  'analyzer-spf-neutral': {
    title: 'SPF is neutral about the sending server',
    severities: ['warning'],
    rfc: 'RFC 7208, section 2.6.2',
  },
  'analyzer-spf-none': {
    title: 'The domain of the sender publishes no SPF record',
    severities: ['warning'],
    rfc: 'RFC 7208, section 2.6.1',
  },
  'analyzer-spf-permerror': {
    title: 'The SPF record cannot be evaluated',
    severities: ['warning'],
    rfc: 'RFC 7208, section 8.7',
  },
  'analyzer-spf-softfail': {
    title: 'SPF marks the sending server as not allowed',
    severities: ['warning'],
    rfc: 'RFC 7208, section 2.6.5',
  },
  'analyzer-spf-temperror': {
    title: 'SPF ends in a temporary error',
    severities: ['warning'],
    rfc: 'RFC 7208, section 8.6',
  },
  'analyzer-spf-unaligned': {
    title: "SPF passes for a domain that is not aligned with the author's",
    severities: ['info'],
    rfc: 'RFC 9989, section 4.4',
  },
  'analyzer-spf-unknown': { title: 'SPF cannot be checked', severities: ['info'] },
  'analyzer-two-senders': {
    title: 'There are several From fields',
    severities: ['critical'],
    rfc: 'RFC 5322, section 3.6',
  },
  'analyzer-unread': { title: 'Lines of the block were not read', severities: ['info'] },
})

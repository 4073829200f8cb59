import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `txt-record`, by code. */
export const txtRecordCodes = findingKinds({
  'txt-bimi': { title: 'Whether mail programs show the logo', severities: ['warning', 'pass'] },
  'txt-bimi-unused': { title: 'Mail programs find no BIMI record that they use', severities: ['warning', 'info'] },
  'txt-dkim': { title: 'The DKIM key is long enough', severities: ['pass'], rfc: 'RFC 8301' },
  'txt-dkim-invalid': {
    title: 'Receivers cannot use the DKIM key',
    severities: ['critical'],
    rfc: 'RFC 6376, section 6.1.2',
  },
  'txt-dkim-missing': {
    title: 'There is no DKIM key at the name',
    severities: ['critical'],
    rfc: 'RFC 6376, section 6.1.2',
  },
  'txt-dkim-short': { title: 'The DKIM key is short', severities: ['critical', 'info'], rfc: 'RFC 8301, section 3.2' },
  'txt-dkim-testing': { title: 'The DKIM key is in test mode', severities: ['info'], rfc: 'RFC 6376, section 3.6.1' },
  'txt-dmarc': { title: 'The DMARC policy is in force', severities: ['pass'] },
  'txt-dmarc-above': {
    title: 'The DMARC policy of a domain above applies',
    severities: ['info'],
    rfc: 'RFC 9989, section 4.10',
  },
  'txt-dmarc-discarded': {
    title: 'Receivers discard the DMARC record',
    severities: ['critical', 'warning'],
    rfc: 'RFC 9989, section 4.7',
  },
  'txt-dmarc-failure': {
    title: 'DNS fails for the DMARC policy',
    severities: ['critical'],
    rfc: 'RFC 9989, section 4.10',
  },
  'txt-dmarc-missing': { title: 'The domain publishes no DMARC policy', severities: ['warning'], rfc: 'RFC 9989' },
  'txt-dmarc-none': { title: 'The DMARC policy only monitors', severities: ['warning'] },
  'txt-dmarc-pct': { title: 'The pct tag has no effect any more', severities: ['info'], rfc: 'RFC 9989, section 4.7' },
  'txt-dmarc-reports': { title: 'No DMARC reports come', severities: ['warning'], rfc: 'RFC 9989, section 4.7' },
  'txt-dmarc-testing': {
    title: 'The DMARC policy is in test mode',
    severities: ['warning'],
    rfc: 'RFC 9989, section 4.7',
  },
  'txt-length': { title: 'Every text fits one string of 255 bytes', severities: ['pass'] },
  'txt-list-entry': {
    title: 'The name is an entry of a block list',
    severities: ['info'],
    rfc: 'RFC 5782, section 2.1',
  },
  'txt-list-refusal': { title: 'The block list refuses the resolver', severities: ['info'] },
  'txt-long': { title: 'A text has more than 255 bytes', severities: ['info'], rfc: 'RFC 7208, section 3.3' },
  'txt-mta-sts': { title: 'The MTA-STS policy has the mode enforce', severities: ['pass'], rfc: 'RFC 8461' },
  'txt-mta-sts-testing': {
    title: 'The MTA-STS policy has the mode testing',
    severities: ['info'],
    rfc: 'RFC 8461, section 5',
  },
  'txt-mta-sts-unfetched': {
    title: "The MTA-STS policy can't be fetched",
    severities: ['warning'],
    rfc: 'RFC 8461, section 3.3',
  },
  'txt-mta-sts-unused': {
    title: 'Senders find no MTA-STS record that they use',
    severities: ['warning', 'info'],
    rfc: 'RFC 8461, section 3.1',
  },
  'txt-proofs': { title: 'Ownership proofs are public', severities: ['info'] },
  'txt-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'txt-spf': { title: 'There is exactly one SPF record, and it can be evaluated', severities: ['pass'] },
  'txt-spf-broken': {
    title: 'The SPF record cannot be evaluated',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6',
  },
  'txt-spf-duplicate': {
    title: 'There are several SPF records',
    severities: ['critical'],
    rfc: 'RFC 7208, section 3.2',
  },
  'txt-spf-missing': { title: 'No record says who may send mail', severities: ['warning'] },
  'txt-tls-rpt': { title: 'Failed encryption is reported', severities: ['pass'], rfc: 'RFC 8460' },
  'txt-tls-rpt-unused': {
    title: 'Senders find no TLS-RPT record that they use',
    severities: ['warning', 'info'],
    rfc: 'RFC 8460, section 3',
  },
  'txt-unresolved': { title: 'The name has no text record', severities: ['critical'], rfc: 'RFC 2308' },
})

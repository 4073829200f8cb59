import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `mx-record`, by code. */
export const mxRecordCodes = findingKinds({
  'mx-addresses': { title: 'Every mail server has an address record', severities: ['pass'] },
  'mx-alias': {
    title: 'The domain is an alias and has the mail servers of its target',
    severities: ['info'],
    rfc: 'RFC 1034, section 3.6.2',
  },
  'mx-alias-host': {
    title: 'The name of a mail server is an alias',
    severities: ['warning'],
    rfc: 'RFC 2181, section 10.3',
  },
  'mx-answers': { title: 'Every mail server answers on port 25', severities: ['pass'] },
  'mx-backup-refused': { title: 'A fallback mail server refuses connections', severities: ['warning'] },
  'mx-backup-silent': { title: 'A fallback mail server is silent', severities: ['warning'] },
  'mx-implicit': {
    title: 'The domain has no MX record, so senders try its own addresses',
    severities: ['warning'],
    rfc: 'RFC 5321, section 5.1',
  },
  'mx-networks': { title: 'The mail servers are in different networks', severities: ['pass'] },
  'mx-no-address': {
    title: 'A mail server has no address',
    severities: ['critical', 'warning'],
    rfc: 'RFC 5321, section 5.1',
  },
  'mx-no-alias': { title: 'No mail server is an alias', severities: ['pass'], rfc: 'RFC 5321, section 5.1' },
  'mx-null': { title: 'The domain accepts no mail, as its null MX record says', severities: ['info'], rfc: 'RFC 7505' },
  'mx-one-network': { title: 'Mail servers share one network', severities: ['warning'] },
  'mx-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'mx-refused': { title: 'The first mail server, or every one, refuses connections', severities: ['critical'] },
  'mx-silent': { title: 'The first mail server, or every one, is silent', severities: ['critical'] },
  'mx-single': { title: 'There is only one mail server', severities: ['info'], rfc: 'RFC 5321, section 4.5.4' },
  'mx-mta-sts-mismatch': {
    title: 'The MTA-STS policy does not list a mail server',
    severities: ['critical'],
    rfc: 'RFC 8461',
  },
  'mx-ttl': { title: 'Changes spread within an hour', severities: ['pass'] },
  'mx-ttl-long': { title: 'Changes need more than an hour to spread', severities: ['info'] },
  'mx-unresolved': { title: 'The name has no mail server', severities: ['critical'], rfc: 'RFC 2308' },
})

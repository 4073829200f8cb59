import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `a-record`, by code. */
export const aRecordCodes = findingKinds({
  'a-answers-inward': {
    title: 'Answers lead into the network of the client',
    severities: ['critical', 'warning'],
    rfc: 'RFC 6890',
  },
  'a-bogus': { title: 'The name fails DNSSEC validation', severities: ['critical'], rfc: 'RFC 4035, section 5.5' },
  'a-dangling': { title: 'The name is an alias of a name that does not exist', severities: ['critical'] },
  'a-first-silent': { title: 'The first address does not answer', severities: ['warning'] },
  'a-ipv6': { title: 'There is an IPv6 address too', severities: ['pass'] },
  'a-ipv6-refused': { title: 'The IPv6 address refuses connections', severities: ['warning'] },
  'a-ipv6-silent': { title: 'The IPv6 address does not answer', severities: ['warning'], rfc: 'RFC 8305' },
  'a-list-entry': { title: 'The name is an entry of a block list', severities: ['info'], rfc: 'RFC 5782, section 2.1' },
  'a-list-refusal': { title: 'The block list refuses the resolver', severities: ['info'] },
  'a-no-ipv4': { title: 'There is no IPv4 address', severities: ['warning'] },
  'a-no-ipv6': { title: 'There is no IPv6 address', severities: ['info'], rfc: 'RFC 6146' },
  'a-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'a-resolves': { title: 'The name has addresses', severities: ['pass'] },
  'a-several': { title: 'Several IPv4 addresses share the visitors', severities: ['pass'] },
  'a-single': { title: 'There is one IPv4 address', severities: ['info'] },
  'a-ttl': { title: 'A change is seen everywhere within an hour', severities: ['pass'] },
  'a-ttl-long': { title: 'Resolvers keep the answer for more than an hour', severities: ['info'] },
  'a-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

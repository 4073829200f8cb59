import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `dns-propagation`, by code. */
export const dnsPropagationCodes = findingKinds({
  'prop-answers': { title: 'All resolvers answer', severities: ['pass'] },
  'prop-bogus': {
    title: 'Resolvers answer SERVFAIL, because DNSSEC validation fails',
    severities: ['critical'],
    rfc: 'RFC 4035, section 5.5',
  },
  'prop-complete': { title: 'No resolver has an old answer', severities: ['pass'] },
  'prop-no-address': { title: 'Resolvers find no address', severities: ['critical'], rfc: 'RFC 2308, section 2.1' },
  'prop-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'prop-serial': { title: 'All nameservers have the same version of the zone', severities: ['pass'] },
  'prop-stale': { title: 'Some resolvers still give the old address', severities: ['warning'] },
  'prop-ttl': { title: 'The next change spreads fast', severities: ['pass'] },
  'prop-ttl-long': { title: 'The next change spreads slowly', severities: ['info'] },
  'prop-unresolved': { title: 'Resolvers give no answer', severities: ['critical'], rfc: 'RFC 2308' },
})

import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `cname-lookup`, by code. */
export const cnameLookupCodes = findingKinds({
  'cname-apex-free': {
    title: 'The top of the zone is not an alias',
    severities: ['pass'],
    rfc: 'RFC 1034, section 3.6.2',
  },
  'cname-chain': { title: 'Several aliases follow each other', severities: ['info'] },
  'cname-dangling': { title: 'The alias points at a name that does not exist', severities: ['critical'] },
  'cname-direct': { title: 'The alias reaches the address in one step', severities: ['pass'] },
  'cname-endless': { title: 'The aliases never end', severities: ['critical'] },
  'cname-foreign': { title: 'Another organization decides where the name points', severities: ['info'] },
  'cname-none': { title: 'The name has no CNAME record', severities: ['pass'] },
  'cname-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'cname-resolves': { title: 'The target exists and has addresses', severities: ['pass'] },
  'cname-ttl': { title: 'A change of the target is seen everywhere within an hour', severities: ['pass'] },
  'cname-ttl-long': { title: 'Resolvers keep the alias for more than an hour', severities: ['info'] },
  'cname-unresolved': { title: 'The name does not resolve', severities: ['critical'], rfc: 'RFC 2308' },
})

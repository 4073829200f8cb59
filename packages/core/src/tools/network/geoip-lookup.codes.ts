import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `geoip-lookup`, by code. */
export const geoipLookupCodes = findingKinds({
  'geoip-certainty': { title: 'The city may be the location of the head office', severities: ['info'] },
  'geoip-country': { title: 'The registry names the same country', severities: ['pass'] },
  'geoip-physics': { title: 'The round-trip time fits the distance', severities: ['pass'] },
  'geoip-special': { title: 'The address is a special-purpose address', severities: ['info'], rfc: 'RFC 6890' },
  'geoip-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `arin-lookup`, by code. */
export const arinLookupCodes = findingKinds({
  'arin-abuse': { title: 'There is an address for abuse reports', severities: ['pass'] },
  'arin-kind': { title: 'The registry names who runs the network, not who runs the host', severities: ['info'] },
  'arin-origin': { title: 'One system announces the network', severities: ['pass'] },
  'arin-other-registry': { title: 'Another registry has the full record', severities: ['info'], rfc: 'RFC 9224' },
  'arin-registry': { title: 'The network is registered with ARIN itself', severities: ['pass'] },
  'arin-special': { title: 'The address is a special-purpose address', severities: ['info'], rfc: 'RFC 6890' },
  'arin-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

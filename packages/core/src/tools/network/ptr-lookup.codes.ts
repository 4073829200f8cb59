import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `ptr-lookup`, by code. */
export const ptrLookupCodes = findingKinds({
  'ptr-confirmed': {
    title: 'The name in the PTR record resolves back to the address',
    severities: ['pass'],
    rfc: 'RFC 1912, section 2.1',
  },
  'ptr-fast': { title: 'The answer came fast', severities: ['pass'] },
  'ptr-generic': { title: 'The name in the PTR record only spells out the address', severities: ['info'] },
  'ptr-mismatch': { title: 'The name in the PTR record resolves to another address', severities: ['critical'] },
  'ptr-missing': { title: 'The address has no name', severities: ['warning'] },
  'ptr-slow': { title: 'The answer was slow', severities: ['info'] },
  'ptr-special': { title: 'The address is a special-purpose address', severities: ['info'], rfc: 'RFC 6890' },
  'ptr-unresolved': { title: 'The name in the PTR record has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

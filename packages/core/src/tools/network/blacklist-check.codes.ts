import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `blacklist-check`, by code. */
export const blacklistCheckCodes = findingKinds({
  'blacklist-cause-dynamic': { title: 'The address is in a range of dynamic addresses', severities: ['warning'] },
  'blacklist-cause-hosting': { title: 'The network is known for abuse', severities: ['warning'] },
  'blacklist-cause-malware': { title: 'A machine behind the address behaves like a bot', severities: ['warning'] },
  'blacklist-cause-relay': { title: 'The server relays mail for anyone', severities: ['warning'] },
  'blacklist-cause-spam': { title: 'The address was seen sending spam', severities: ['warning'] },
  'blacklist-clean': { title: 'No block list has an entry for the address', severities: ['pass'] },
  'blacklist-dead': {
    title: 'A block list lists every address, so its entry means nothing',
    severities: ['warning'],
    rfc: 'RFC 5782, section 5',
  },
  'blacklist-expires': { title: 'A block list accepts no delisting requests', severities: ['info'] },
  'blacklist-listed': { title: 'The address is on a block list', severities: ['critical'] },
  'blacklist-others': { title: 'The other block lists do not contain the address', severities: ['pass'] },
  'blacklist-refused': { title: 'Block lists refuse the resolver', severities: ['critical', 'warning'] },
  'blacklist-reverse': { title: 'The name in the PTR record resolves back to the address', severities: ['pass'] },
  'blacklist-reverse-generic': {
    title: 'The name in the PTR record only spells out the address',
    severities: ['info'],
  },
  'blacklist-reverse-mismatch': {
    title: 'The name in the PTR record does not resolve back to the address',
    severities: ['warning'],
  },
  'blacklist-reverse-missing': {
    title: 'The address has no PTR record',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.1',
  },
  'blacklist-special': { title: 'The address is a special-purpose address', severities: ['info'], rfc: 'RFC 6890' },
  'blacklist-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

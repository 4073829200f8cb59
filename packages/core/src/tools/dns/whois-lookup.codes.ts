import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `whois-lookup`, by code. */
export const whoisLookupCodes = findingKinds({
  'whois-below': { title: 'The name is below the registered domain', severities: ['info'] },
  'whois-expiring': { title: 'The registration expires soon', severities: ['warning'], rfc: 'RFC 3915' },
  'whois-expiry': { title: 'The registration is valid for longer', severities: ['pass'] },
  'whois-locked': {
    title: 'The domain is locked against transfer',
    severities: ['pass'],
    rfc: 'RFC 5731, section 2.3',
  },
  'whois-networks': { title: 'The nameservers are in several networks', severities: ['pass'] },
  'whois-new': { title: 'The domain was registered a few days ago', severities: ['info'] },
  'whois-none': { title: 'The name has no registration', severities: ['critical'] },
  'whois-one-network': {
    title: 'All nameservers are in one network',
    severities: ['warning'],
    rfc: 'RFC 2182, section 3.1',
  },
  'whois-one-operator': { title: 'One organization runs all nameservers', severities: ['info'] },
  'whois-one-server': {
    title: 'There are fewer than two nameservers',
    severities: ['critical'],
    rfc: 'RFC 1034, section 4.1',
  },
  'whois-own-servers': {
    title: 'The names of the nameservers are in the domain itself',
    severities: ['info'],
    rfc: 'RFC 1034, section 4.2.1',
  },
  'whois-unlocked': { title: 'The domain has no transfer lock', severities: ['warning'] },
  'whois-unresolved': { title: 'The name does not resolve', severities: ['critical'], rfc: 'RFC 2308' },
})

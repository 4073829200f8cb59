import { findingKinds } from '../reports/finding-kind.ts'

/** The findings of `netbox preflight` about the records of a zone file, by code. Its other findings come from tools. */
export const zoneCodes = findingKinds({
  'zone-caa': {
    title: 'Certificate authorities do not understand a CAA record',
    severities: ['warning'],
    rfc: 'RFC 8659',
  },
  'zone-ns-address': {
    title: 'A nameserver inside the zone has no address',
    severities: ['critical'],
    rfc: 'RFC 1912, section 2.3',
  },
  'zone-dmarc-place': { title: 'A DMARC record is at the wrong name', severities: ['warning'], rfc: 'RFC 9989' },
  'zone-ds-alone': {
    title: 'A DS record is at a name without NS records',
    severities: ['critical'],
    rfc: 'RFC 4035, section 2.4',
  },
  'zone-host-name': {
    title: 'The name of a host has invalid characters',
    severities: ['warning'],
    rfc: 'RFC 1123, section 2.1',
  },
  'zone-inward-address': {
    title: 'A public name has a private address',
    severities: ['warning'],
    rfc: 'RFC 1918, section 5',
  },
  'zone-missing-dot': {
    title: 'A name has the name of the zone twice',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.10',
  },
  'zone-no-ns': { title: 'The zone has no NS records', severities: ['critical'], rfc: 'RFC 1035, section 5.2' },
  'zone-no-soa': { title: 'The zone has no SOA record', severities: ['critical'], rfc: 'RFC 1035, section 5.2' },
  'zone-ns-alias': {
    title: 'The name of a nameserver is an alias',
    severities: ['critical'],
    rfc: 'RFC 2181, section 10.3',
  },
  'zone-ns-shared': { title: 'Nameservers share one address', severities: ['warning'], rfc: 'RFC 2182, section 3.1' },
  'zone-ns-single': { title: 'There is only one nameserver', severities: ['warning'], rfc: 'RFC 1034, section 4.1' },
  'zone-occluded': {
    title: 'Records below a delegation are never served',
    severities: ['warning'],
    rfc: 'RFC 2136, section 7.18',
  },
  'zone-outside': { title: 'A record is not in the zone', severities: ['warning'], rfc: 'RFC 1035, section 5.2' },
  'zone-serial': {
    title: 'The zone changed, but its serial did not increase',
    severities: ['critical'],
    rfc: 'RFC 1982',
  },
  'zone-spf-type': {
    title: 'Receivers ignore a record of the type SPF',
    severities: ['warning'],
    rfc: 'RFC 7208, section 3.1',
  },
  'zone-srv-target': {
    title: 'The target of an SRV record is an alias or has no address',
    severities: ['warning'],
    rfc: 'RFC 2782',
  },
  'zone-syntax': { title: 'The file is not a valid zone', severities: ['critical'], rfc: 'RFC 1035, section 5' },
  'zone-tlsa': { title: 'A TLSA record matches no certificate', severities: ['warning'], rfc: 'RFC 6698, section 2.1' },
  'zone-ttl': {
    title: 'Records of one name and type have different TTLs',
    severities: ['warning'],
    rfc: 'RFC 2181, section 5.2',
  },
})

/** The code of a finding of `netbox preflight`. */
export type ZoneCode = keyof typeof zoneCodes

import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `soa-record`, by code. */
export const soaRecordCodes = findingKinds({
  'soa-expire': { title: 'Secondaries serve the zone long enough without the primary', severities: ['pass'] },
  'soa-expire-early': {
    title: 'Secondaries can give up before they have tried twice',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.2',
  },
  'soa-expire-range': {
    title: 'Expire is outside the usual two to four weeks',
    severities: ['info'],
    rfc: 'RFC 1912, section 2.2',
  },
  'soa-minimum': { title: 'Resolvers cache negative answers for a short time', severities: ['pass'], rfc: 'RFC 2308' },
  'soa-minimum-long': {
    title: 'Resolvers cache negative answers for a long time',
    severities: ['info'],
    rfc: 'RFC 2308, section 5',
  },
  'soa-parent-zone': { title: 'The name belongs to the zone of a name above it', severities: ['info'] },
  'soa-queries': { title: 'A server gives wrong, late or no answers', severities: ['critical', 'warning'] },
  'soa-refresh': { title: 'Secondaries check for changes often enough', severities: ['pass'] },
  'soa-refresh-range': {
    title: 'Refresh is outside the usual 20 minutes to 12 hours',
    severities: ['info'],
    rfc: 'RFC 1912, section 2.2',
  },
  'soa-retry': {
    title: 'After a failure, secondaries try again sooner than after a normal refresh',
    severities: ['pass'],
  },
  'soa-retry-long': { title: 'Retry is not shorter than refresh', severities: ['info'] },
  'soa-serial': { title: 'The serial contains the day of the last change', severities: ['pass'] },
  'soa-serial-form': { title: 'The serial is not in date form', severities: ['info'], rfc: 'RFC 1912, section 2.2' },
  'soa-transfers': { title: 'Secondaries get no current copy of the zone', severities: ['warning'], rfc: 'RFC 5936' },
  'soa-unresolved': { title: 'The name does not resolve', severities: ['critical'], rfc: 'RFC 2308' },
})

import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `spf-generator`, by code. */
export const spfGeneratorCodes = findingKinds({
  'spfgen-everyone': { title: 'The record lets everyone send', severities: ['critical'] },
  'spfgen-exchange-left-out': { title: 'A mail server is not among the senders', severities: ['info'] },
  'spfgen-first': { title: 'The domain publishes no SPF record yet', severities: ['info'] },
  'spfgen-guessed': { title: 'You listed no senders', severities: ['info'] },
  'spfgen-hard': { title: 'The record ends in -all', severities: ['pass'] },
  'spfgen-include-broken': {
    title: 'An included domain has no valid SPF record',
    severities: ['critical'],
    rfc: 'RFC 7208, section 5.2',
  },
  'spfgen-long': { title: 'The record is longer than one string', severities: ['info'], rfc: 'RFC 7208, section 3.3' },
  'spfgen-lookups': {
    title: 'The record needs more than ten DNS lookups',
    severities: ['critical'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spfgen-lookups-near': {
    title: 'The record needs almost ten DNS lookups',
    severities: ['warning'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spfgen-lookups-within': {
    title: 'The record needs few DNS lookups',
    severities: ['pass'],
    rfc: 'RFC 7208, section 4.6.4',
  },
  'spfgen-loses': { title: 'The new record no longer permits some senders', severities: ['info'] },
  'spfgen-replaces': { title: 'The new record replaces a record', severities: ['info'], rfc: 'RFC 7208, section 3.2' },
  'spfgen-same': { title: 'The domain already publishes this record', severities: ['pass'] },
  'spfgen-soft': { title: 'The record ends in ~all', severities: ['info', 'pass'] },
  'spfgen-special': { title: 'A sender has a special-purpose address', severities: ['warning'], rfc: 'RFC 6890' },
  'spfgen-syntax': { title: 'Every term follows the grammar', severities: ['pass'], rfc: 'RFC 7208, section 12' },
  'spfgen-too-long': {
    title: 'The record is too long for a response',
    severities: ['warning'],
    rfc: 'RFC 7208, section 3.4',
  },
  'spfgen-unreadable': { title: 'DNS fails for the domain', severities: ['warning'], rfc: 'RFC 7208, section 2.6.6' },
  'spfgen-wide': { title: 'The record lets very many addresses send', severities: ['warning'] },
})

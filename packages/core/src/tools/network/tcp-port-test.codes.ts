import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `tcp-port-test`, by code. */
export const tcpPortTestCodes = findingKinds({
  'tcp-address': { title: 'The host has an address', severities: ['pass'] },
  'tcp-cleartext': { title: 'The service sends passwords in clear text', severities: ['warning'] },
  'tcp-exposed': { title: 'The port usually belongs to a service that is not public', severities: ['warning'] },
  'tcp-http': { title: 'Port 80 is not encrypted', severities: ['info'] },
  'tcp-open': { title: 'The port accepts connections', severities: ['pass'] },
  'tcp-refused': { title: 'The port refuses connections', severities: ['critical'] },
  'tcp-silent': { title: 'The port gives no answer', severities: ['critical'] },
  'tcp-special': { title: 'The address is a special-purpose address', severities: ['critical'], rfc: 'RFC 6890' },
  'tcp-syn-lost': { title: 'The first SYN was lost', severities: ['info'], rfc: 'RFC 6298, section 2.1' },
  'tcp-unknown-service': { title: 'The port has no known service', severities: ['info'] },
  'tcp-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `smtp-test`, by code. */
export const smtpTestCodes = findingKinds({
  'smtp-auth-clear': {
    title: 'Passwords are accepted without TLS',
    severities: ['critical'],
    rfc: 'RFC 4954, section 4',
  },
  'smtp-auth-old': { title: 'CRAM-MD5 is still offered', severities: ['info'] },
  'smtp-auth-relay': { title: 'AUTH is offered on port 25', severities: ['info'] },
  'smtp-authentication-required': { title: 'Unknown clients must sign in first', severities: ['pass'] },
  'smtp-catch-all': { title: 'Any recipient is accepted', severities: ['warning'] },
  'smtp-client-cert-required': { title: 'The server requires a client certificate', severities: ['critical'] },
  'smtp-closed': {
    title: 'The server closes the connection before its greeting',
    severities: ['critical'],
    rfc: 'RFC 5321, section 3.8',
  },
  'smtp-greylisted': { title: 'Unknown senders are deferred', severities: ['warning'], rfc: 'RFC 6647' },
  'smtp-other-host': { title: 'The host is not a mail server of the domain', severities: ['info'] },
  'smtp-other-service': {
    title: 'The port belongs to another service',
    severities: ['critical'],
    rfc: 'RFC 5321, section 3.1',
  },
  'smtp-recipients-verified': { title: 'Unknown recipients are refused at once', severities: ['pass'] },
  'smtp-refused': { title: 'The server refuses connections', severities: ['critical'] },
  'smtp-retransmissions': { title: 'Packets had to be sent again', severities: ['warning'], rfc: 'RFC 6298' },
  'smtp-reverse': { title: 'The name in the PTR record is the name in the greeting', severities: ['pass'] },
  'smtp-reverse-generic': { title: 'The name in the PTR record only spells out the address', severities: ['info'] },
  'smtp-reverse-mismatch': {
    title: 'The name in the PTR record does not resolve back to the address',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.1',
  },
  'smtp-reverse-missing': {
    title: 'The address has no PTR record',
    severities: ['warning'],
    rfc: 'RFC 1912, section 2.1',
  },
  'smtp-rules': {
    title: 'A rule of the mail server makes senders try again',
    severities: ['warning'],
    rfc: 'RFC 5321, section 4.5.4.1',
  },
  'smtp-silent': { title: 'The server does not answer', severities: ['critical'] },
  'smtp-special': { title: 'The address is a special-purpose address', severities: ['critical'], rfc: 'RFC 6890' },
  'smtp-starttls-stripped': {
    title: 'STARTTLS is missing from the reply to EHLO',
    severities: ['critical'],
    rfc: 'RFC 3207, section 6',
  },
  'smtp-tls': { title: 'TLS protects passwords and mail', severities: ['pass'], rfc: 'RFC 8314, section 3.3' },
  'smtp-tls-closes': { title: 'The server ends the TLS handshake', severities: ['critical'] },
  'smtp-tls-old': { title: 'The server offers only old versions of TLS', severities: ['warning'], rfc: 'RFC 8996' },
  'smtp-tlsa-mismatch': { title: 'The TLSA record pins another key', severities: ['critical'], rfc: 'RFC 7672' },
  'smtp-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})

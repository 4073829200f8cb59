import { type FindingKind, findingKinds } from '../../reports/finding-kind.ts'
import { type CertificateFault, certificateFaultNames, certificateFaults } from '../../world/certificate-faults.ts'

/** One code for each fault of a certificate. */
const faults = Object.fromEntries(
  certificateFaultNames.map((fault): [string, FindingKind] => [
    `https-${fault}`,
    { title: certificateFaults[fault].title, severities: ['critical'] },
  ]),
) as Record<`https-${CertificateFault}`, FindingKind> // The cast is safe: there is an entry for each name.

/** The findings of `https-test`, by code. */
export const httpsTestCodes = findingKinds({
  ...faults,
  'https-answers-inward': {
    title: 'Answers lead into the network of the client',
    severities: ['critical', 'warning'],
    rfc: 'RFC 6890',
  },
  'https-certificate': { title: 'The certificate is valid', severities: ['pass'] },
  'https-ciphers': { title: 'Every cipher suite has forward secrecy', severities: ['pass'] },
  'https-client-cert-required': { title: 'The web server requires a client certificate', severities: ['critical'] },
  'https-closed': { title: 'The web server does not answer on port 443', severities: ['critical'] },
  'https-expired': { title: 'The certificate has expired', severities: ['critical'], rfc: 'RFC 5280, section 4.1.2.5' },
  'https-expiring': { title: 'The certificate expires soon, and its renewal is overdue', severities: ['warning'] },
  'https-first-silent': { title: 'The first address does not answer', severities: ['warning'] },
  'https-hsts': { title: 'Browsers use HTTPS automatically', severities: ['pass'], rfc: 'RFC 6797' },
  'https-hsts-brief': { title: 'Browsers stay on HTTPS for only five minutes', severities: ['info'], rfc: 'RFC 6797' },
  'https-hsts-missing': { title: 'Nothing keeps browsers on HTTPS', severities: ['info'], rfc: 'RFC 6797' },
  'https-ipv6-refused': { title: 'The IPv6 address refuses connections', severities: ['warning'] },
  'https-ipv6-silent': { title: 'The IPv6 address does not answer', severities: ['warning'], rfc: 'RFC 8305' },
  'https-old-protocols': { title: 'Old versions of TLS are still offered', severities: ['warning'], rfc: 'RFC 8996' },
  'https-only-old': { title: 'Only old versions of TLS are offered', severities: ['critical'], rfc: 'RFC 8996' },
  'https-protocols': { title: 'Only current versions of TLS are offered', severities: ['pass'], rfc: 'RFC 9325' },
  'https-tls-closes': { title: 'The web server ends the TLS handshake', severities: ['critical'] },
  'https-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
  'https-weak-cipher': { title: 'Cipher suites without forward secrecy are offered', severities: ['warning'] },
})
